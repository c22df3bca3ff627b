import { HandwrittenEndpoint } from './handwritten';
import { synthesize } from './stacks';

const [, , , , models] = process.argv;
synthesize(
  (scope, id, index) =>
    new HandwrittenEndpoint(
      scope,
      id,
      `endpoint-${index}`,
      `${models}/${index}/model.pt`,
      `${models}/${index}/plan.json`,
    ),
);
