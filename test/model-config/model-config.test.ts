import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { ModelConfig } from '../../lib/model-config';
import { arbitraryMessage } from './arbitrary';
import { publicRows } from './corpus';

describe('reading', () => {
  test.each(publicRows.map((row) => [`${row.source}/${row.path}`, row] as const))(
    '%s returns the fields that the protobuf library reads',
    (_, row) => {
      const config = ModelConfig.fromText(row.config_pbtxt);
      expect(config.toJson()).toEqual(row.parsed);
      expect(ModelConfig.fromText(config.toText()).toJson()).toEqual(row.parsed);
      expect(ModelConfig.fromJson(config.toJson()).toJson()).toEqual(row.parsed);
    },
  );

  test('returns enum values as names, 64-bit integers as strings, and no unset fields', () => {
    const config = ModelConfig.fromText(`
      name: 'm'   # a comment
      max_batch_size: 0
      input < name: "X" data_type: TYPE_FP32 dims: [ -1, 0x10 ]; >
      instance_group [ { kind: KIND_GPU }, { kind: 2 } ]
      sequence_batching { direct { minimum_slot_utilization: 0.1 } }
    `);
    expect(config.toJson()).toEqual({
      name: 'm',
      input: [{ name: 'X', data_type: 'TYPE_FP32', dims: ['-1', '16'] }],
      instance_group: [{ kind: 'KIND_GPU' }, { kind: 'KIND_CPU' }],
      sequence_batching: { direct: { minimum_slot_utilization: 0.1 } },
    });
  });

  test('accepts files and model folders, and reports errors with the path', () => {
    const folder = mkdtempSync(join(tmpdir(), 'model-config-'));
    writeFileSync(join(folder, 'config.pbtxt'), 'name: "m"');
    expect(ModelConfig.fromDirectory(folder).toJson()).toEqual({ name: 'm' });

    const broken = join(folder, 'broken.pbtxt');
    writeFileSync(broken, 'name: "m"\nnames: "n"');
    expect(() => ModelConfig.fromFile(broken)).toThrow(`${broken}:2:1: unknown field "names"`);
  });

  test.each([
    ['instance_group { kind: KIND_GPUU }', 'did you mean KIND_GPU? Expected one of KIND_AUTO, KIND_GPU, '],
    ['input { data_type: FP32 }', 'did you mean TYPE_FP32? Expected one of TYPE_INVALID, '],
    ['max_batch_sise: 8', 'did you mean max_batch_size? Expected one of name, '],
    ['instance_group { kind: GRAPHICS }', 'ModelInstanceGroup.Kind; expected one of KIND_AUTO, '],
  ])('suggests a correction for %s', (text, message) => {
    expect(() => ModelConfig.fromText(text)).toThrow(message);
  });

  test('reports an unfilled template at its first placeholder', () => {
    expect(() => ModelConfig.fromText('name: "m"\nmax_batch_size: ${triton_max_batch_size}')).toThrow(
      'config.pbtxt:2:17: expected a value, got ${triton_max_batch_size}: the file is an unfilled template; fill in its values first',
    );
    expect(() => ModelConfig.fromText('max_batch_size: $many')).toThrow('config.pbtxt:1:17: ');
  });

  test('accepts encodings other than UTF-8 only in comments', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'model-config-')), 'config.pbtxt');
    writeFileSync(file, Buffer.from('# caf\xe9\nname: "m"', 'latin1'));
    expect(ModelConfig.fromFile(file).toJson()).toEqual({ name: 'm' });
    writeFileSync(file, Buffer.from('name: "caf\xe9"', 'latin1'));
    expect(() => ModelConfig.fromFile(file)).toThrow(`${file}: expected UTF-8 text`);
  });

  test('rejects a file of more than 1 MiB', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'model-config-')), 'config.pbtxt');
    writeFileSync(file, '#'.repeat(1024 * 1024 + 1));
    expect(() => ModelConfig.fromFile(file)).toThrow(
      'config.pbtxt has 1,048,577 bytes; the limit of a `config.pbtxt` is 1,048,576',
    );
  });

  test.each([
    [{ names: 'm' }, /names/],
    [{ max_batch_size: 'many' }, /max_batch_size/],
    [{ input: [{ data_type: 'FP32' }] }, /enum DataType: "FP32"/],
    [{ dynamic_batching: {}, sequence_batching: {} }, /scheduling_choice/],
  ])('rejects invalid JSON with the name of the field: %j', (json, message) => {
    expect(() => ModelConfig.fromJson(json)).toThrow(message);
  });
});

describe('writing', () => {
  test('returns canonical, readable text', () => {
    const text = ModelConfig.fromText(
      `
      output { name: "Y" data_type: TYPE_FP32 dims: 2 }
      max_batch_size: 8  backend: "python"
      input [ { name: "X", data_type: TYPE_INT32, dims: [ 3, -1 ] } ]
      version_policy { all { } }
      dynamic_batching { preferred_batch_size: 4 preferred_batch_size: 8 }
      parameters { key: "A" value { string_value: "say \\"1\\"" } }
      name: "m"
    `,
    ).toText();
    expect(text).toBe(`name: "m"
backend: "python"
version_policy: {
  all: {}
}
max_batch_size: 8
input: {
  name: "X"
  data_type: TYPE_INT32
  dims: [ 3, -1 ]
}
output: {
  name: "Y"
  data_type: TYPE_FP32
  dims: [ 2 ]
}
dynamic_batching: {
  preferred_batch_size: [ 4, 8 ]
}
parameters: {
  key: "A"
  value: {
    string_value: "say \\"1\\""
  }
}
`);
  });

  test('preserves any configuration in text and JSON', () => {
    fc.assert(
      fc.property(arbitraryMessage('ModelConfig'), (json) => {
        const config = ModelConfig.fromJson(json);
        expect(config.toJson()).toEqual(json);
        expect(ModelConfig.fromText(config.toText()).toJson()).toEqual(json);
      }),
    );
  });

  test('returns equal text for equal configurations', () => {
    fc.assert(
      fc.property(arbitraryMessage('ModelConfig'), (json) => {
        const text = ModelConfig.fromJson(json).toText();
        expect(ModelConfig.fromText(text).toText()).toBe(text);
      }),
    );
  });
});

describe('merging', () => {
  const base = ModelConfig.fromText(`
    name: "m" max_batch_size: 8
    input { name: "A" }
    parameters { key: "P" value { string_value: "1" } }
    dynamic_batching { preserve_ordering: true max_queue_delay_microseconds: 100 }
  `);

  test('replaces single values, extends lists and maps, and merges messages', () => {
    const merged = base.merge(
      ModelConfig.fromText(`
        max_batch_size: 16
        input { name: "B" }
        parameters { key: "Q" value { string_value: "2" } }
        dynamic_batching { max_queue_delay_microseconds: 50 }
      `),
    );
    expect(merged.toJson()).toEqual({
      name: 'm',
      max_batch_size: 16,
      input: [{ name: 'A' }, { name: 'B' }],
      parameters: { P: { string_value: '1' }, Q: { string_value: '2' } },
      dynamic_batching: { preserve_ordering: true, max_queue_delay_microseconds: '50' },
    });
  });

  test('replaces a field of a oneof with the field that the other configuration sets', () => {
    const merged = base.merge(ModelConfig.fromText('sequence_batching { }'));
    expect(merged.toJson()).toMatchObject({ sequence_batching: {} });
    expect(merged.toJson()).not.toHaveProperty('dynamic_batching');
  });

  test('does not change either configuration', () => {
    const other = ModelConfig.fromText('input { name: "B" } optimization { cuda { graphs: true } }');
    const before = [base.toText(), other.toText()];
    base.merge(other).merge(ModelConfig.fromText('optimization { cuda { busy_wait_events: true } }'));
    expect([base.toText(), other.toText()]).toEqual(before);
  });
});

test('the findings of any configurations have a rule, a field and a message', () => {
  fc.assert(
    fc.property(fc.array(arbitraryMessage('ModelConfig'), { maxLength: 3 }), (json) => {
      const configs = json.map((config) => ModelConfig.fromJson(config));
      for (const { ruleId, field, message } of ModelConfig.validateRepository(configs, { gpuCount: 1 })) {
        expect([ruleId, field, message]).not.toContain('');
      }
    }),
  );
});
