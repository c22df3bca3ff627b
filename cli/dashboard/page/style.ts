export const STYLE = `
:root {
  color-scheme: light dark;
  --page: #f4f6f8; --card: #ffffff; --text: #17202a; --quiet: #5d6b7a; --edge: #dce2e8; --grid: #e8ecf0; --mark: #c4320a;
  --series-1: #2563c9; --series-2: #0f8a6c; --series-3: #b45309; --series-4: #7c3aed; --series-5: #be185d; --series-6: #4d5b6b;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #10161d; --card: #18212b; --text: #e6edf3; --quiet: #93a3b3; --edge: #2a3642; --grid: #25303b; --mark: #ff8f6b;
    --series-1: #6ea8fe; --series-2: #4cc9a4; --series-3: #f0b453; --series-4: #b79cff; --series-5: #f58ab8; --series-6: #a9b7c6;
  }
}
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 1600px; padding: 20px 24px 48px; background: var(--page); color: var(--text); font: 14px/1.45 system-ui, sans-serif; }
header h1 { margin: 0; }
header p { color: var(--quiet); margin: 4px 0 0; max-width: 110ch; }
header b { color: var(--text); }
h1 { font-size: 20px; margin: 28px 0 0; overflow-wrap: anywhere; }
h2 { font-size: 17px; margin: 0 0 2px; overflow-wrap: anywhere; }
h3 { font-size: 13px; font-weight: 600; margin: 0 0 6px; }
.stack { color: var(--quiet); margin: 0 0 12px; }
.grid { display: grid; grid-template-columns: repeat(24, minmax(0, 1fr)); grid-auto-rows: 36px; gap: 10px; }
.widget { background: var(--card); border: 1px solid var(--edge); border-radius: 8px; padding: 10px 12px; min-width: 0; overflow: hidden; display: flex; flex-direction: column; }
.widget.text { background: none; border: none; padding: 4px 2px; }
.widget p { margin: 0; color: var(--quiet); }
.frame { position: relative; flex: 1; min-height: 0; }
.frame canvas { position: absolute; inset: 0; }
.stamp { position: absolute; top: 34%; left: 0; right: 0; text-align: center; color: var(--quiet); font-size: 11px; letter-spacing: 0.14em; text-transform: uppercase; pointer-events: none; }
.stamp { text-shadow: 0 0 6px var(--card), 0 0 6px var(--card), 0 0 6px var(--card); }
.measured { border-color: var(--series-2); }
.widget .note { font-size: 11px; margin-top: 4px; white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
.numbers-row { display: flex; flex-wrap: wrap; gap: 4px 28px; }
.number { display: flex; flex-direction: column; }
.number b { font-size: 22px; font-weight: 600; line-height: 1.2; color: var(--series-2); }
.number.absent b { color: var(--quiet); font-weight: 400; }
.number span { font-size: 12px; color: var(--quiet); }
.alarms ul { list-style: none; margin: 0; padding: 0; display: grid; grid-template-columns: repeat(4, minmax(0, 1fr)); gap: 6px 16px; }
.alarms li { font-size: 12px; padding-left: 16px; position: relative; overflow: hidden; display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; }
.alarms li::before { content: ''; position: absolute; left: 0; top: 4px; width: 9px; height: 9px; border-radius: 50%; border: 2px solid var(--quiet); }
pre { margin: 0; font: 12px/1.5 ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere; flex: 1; overflow: auto; color: var(--text); }
@media (max-width: 720px) {
  body { padding: 14px 12px 32px; }
  .grid { display: block; }
  .widget { margin-bottom: 10px; }
  .widget.graph { height: 240px; }
  .alarms ul { grid-template-columns: 1fr; }
  .alarms li { display: block; }
}
`;
