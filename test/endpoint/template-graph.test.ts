import { findCycle, referencesOf } from './template-graph';

test.each([
  ['Ref', { A: { Properties: { x: { Ref: 'B' } } }, B: { Properties: { x: { Ref: 'A' } } } }],
  ['Fn::GetAtt', { A: { x: { 'Fn::GetAtt': ['B', 'Arn'] } }, B: { x: { 'Fn::GetAtt': 'A.Arn' } } }],
  ['Fn::Sub', { A: { x: { 'Fn::Sub': 'arn:${B.Arn}' } }, B: { x: { 'Fn::Sub': ['${A}', {}] } } }],
  ['DependsOn', { A: { DependsOn: ['B'] }, B: { DependsOn: 'A' } }],
])('a cycle with %s is detected', (_, resources) => {
  expect(findCycle(referencesOf(resources))).toEqual(['A', 'B', 'A']);
});
