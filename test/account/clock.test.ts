import { VirtualClock } from './clock';

test('code that runs with the virtual clock can clear a real timer', async () => {
  let isCalled = false;
  const realTimer = setTimeout(() => (isCalled = true), 1);
  const clock = VirtualClock.install(1);
  clearTimeout(realTimer);
  clock.uninstall();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(isCalled).toBe(false);
});
