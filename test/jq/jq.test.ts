import { describe, expect, test } from 'vitest';
import { Interrupted } from '../../src/failure/failure.ts';
import { type JqOptions, startJq } from '../../src/jq/jq.ts';

const worker = `${process.cwd()}/dist/jq.cjs`;

/** Runs an expression on some chunks of JSON: what it prints, what it tells, and how it fails. */
const jq = async (expression: string, chunks: readonly string[], options: Partial<JqOptions> = {}) => {
  let printed = '';
  const told: string[] = [];
  try {
    const { input, finish } = await startJq({
      worker,
      expression,
      isPretty: false,
      signal: new AbortController().signal,
      write: async (bytes) => {
        printed += Buffer.from(bytes).toString();
      },
      tell: (line) => told.push(line),
      ...options,
    });
    for (const chunk of chunks)
      await new Promise<void>((resolve, reject) => {
        input.write(chunk, (error) => (error ? reject(error) : resolve()));
      });
    await finish();
    return { printed, told };
  } catch (error) {
    const { code, message } = error as Error & { code?: string };
    return { printed, told, failure: code === undefined ? message : `${code}: ${message}` };
  }
};

describe('what it prints', () => {
  test('a text as it is, a number as it was written, everything else in one line', async () => {
    const expression =
      '.[], -.[0], (["a,b",2] | @csv), ([0] | map(todate)[]), ("1970-01-01T00:00:01Z" | fromdate), [limit(3; repeat(1))], "é€😀"';
    const data = '[9007199254740993,0.1000000000000000055,"  two\\nlines ",{"b":[1,"c"]},null,[]]';
    const printed = [
      '9007199254740993\n0.1000000000000000055\n  two\nlines \n{"b":[1,"c"]}\nnull\n[]\n',
      '-9007199254740992\n"a,b",2\n1970-01-01T00:00:00Z\n1\n[1,1,1]\né€😀\n',
    ].join('');
    expect(await jq(expression, [data])).toEqual({ printed, told: [] });
  });

  test.each([
    ['empty', '1', ''],
    ['.a # the rest is a comment', '{"a":1}', '1\n'],
  ])('%s of %s', async (expression, data, printed) => {
    expect(await jq(expression, [data])).toEqual({ printed, told: [] });
  });

  test('on a terminal over several lines', async () => {
    expect((await jq('.', ['{"a":[1]}'], { isPretty: true })).printed).toBe('{\n  "a": [\n    1\n  ]\n}\n');
  });

  test.each([
    ['{"a":"x\\ud800"}\n{"a":2}\n', 'x\ufffd\n2\n'],
    ['{"a":"\\uDC00\\ud83d\\ude00\\ud83d"}\n', '\ufffd😀\ufffd\n'],
    ['{"a":"\\\\ud800\\\\\\ud800\\u00e9\\n\\ud800\\n"}', '\\ud800\\\ufffdé\n\ufffd\n\n'],
    ['{"a":"\\ud83d\\ud83d\\ude00é"}', '\ufffd😀é\n'],
  ])(
    'half a character of %s is U+FFFD, and nothing else, wherever the data is cut',
    async (data, printed) => {
      expect((await jq('.a', [data])).printed).toBe(printed);
      expect((await jq('.a', [...data])).printed).toBe(printed);
    },
  );

  test('more data and more output than fits anywhere at once', async () => {
    const record = `${JSON.stringify({ text: 'x'.repeat(1_000) })}\n`;
    const chunks = Array.from({ length: 10 }, () => record.repeat(100));
    expect((await jq('.', chunks)).printed).toBe(record.repeat(1_000));
    expect((await jq('length', ['[', ...Array(999).fill(`${record},`), record, ']'])).printed).toBe('1000\n');
  });

  test('comes while the data comes', async () => {
    let came = (_: string) => {};
    const first = new Promise<string>((resolve) => {
      came = resolve;
    });
    const { input, stop } = await startJq({
      worker,
      expression: '.a',
      isPretty: false,
      signal: new AbortController().signal,
      write: async (bytes) => came(Buffer.from(bytes).toString()),
      tell: () => {},
    });
    input.write('{"a":1}\n');
    expect(await first).toBe('1\n');
    await stop();
  });
});

test('what it tells', async () => {
  expect(await jq('debug | stderr', ['1'])).toEqual({ printed: '1\n', told: ['["DEBUG:",1]', '1'] });
});

describe('what it does not understand: no data was asked for', () => {
  test.each([
    ['.a |', 'syntax error, unexpected end of file'],
    ['--version', 'version/0 is not defined'],
    ['include "/etc/passwd"; .', 'module not found: /etc/passwd'],
  ])('%s', async (expression, message) => {
    expect(await jq(expression, ['1'])).toEqual({
      printed: '',
      told: [],
      failure: `usage: --jq can't be understood: ${message}`,
    });
  });
});

describe('what fails on the data', () => {
  test.each([
    ['.a', ['{"a":1} 2 {"a":3}'], '1\n3\n', 'Cannot index number with string "a"'],
    ['.a', ['1 2'], '', 'Cannot index number with string "a" (the first of 2 errors)'],
    ['error', ['{"a":1}'], '', '{"a":1}'],
    ['"" | halt_error', ['1'], '', 'it ended with exit code 5'],
    ['.', ['{"a":'], '', 'parse error: Unfinished JSON term at EOF at line 1, column 5'],
    ['def f: [f]; f', ['1'], '', 'cannot allocate memory (the first of 2 errors)'],
  ])('%s of %j', async (expression, data, printed, message) => {
    expect(await jq(expression, data)).toEqual({
      printed,
      told: [],
      failure: `usage: --jq failed: ${message}`,
    });
  });
});

test('it sees nothing of the machine', async () => {
  const { printed } = await jq('env, $ENV, input_filename', ['1']);
  expect(
    Object.keys(process.env)
      .filter((name) => printed.includes(`"${name}"`))
      .sort(),
  ).toEqual(['HOME', 'LANG', 'LOGNAME', 'PATH', 'PWD', 'USER', '_'].filter((name) => name in process.env));
  expect(printed).toContain('"HOME":"/home/web_user"');
});

describe('an expression without end', () => {
  test('is stopped by a signal', async () => {
    const controller = new AbortController();
    const running = jq('def f: f; f', ['1'], { signal: controller.signal });
    controller.abort(new Interrupted('SIGINT'));
    expect((await running).failure).toBe('interrupted: stopped by Ctrl-C');
  });

  test('is stopped if nobody takes what it prints', async () => {
    const broken = new Error('nobody reads');
    const { failure } = await jq('repeat(.)', ['1'], { write: () => Promise.reject(broken) });
    expect(failure).toBe('nobody reads');
  });
});

test('a signal does not cut off what a stopping command still has to say', async () => {
  const controller = new AbortController();
  controller.abort(new Interrupted('SIGINT'));
  expect(await jq('.a', ['{"a":1}\n', '{"a":2}\n'], { signal: controller.signal })).toEqual({
    printed: '1\n2\n',
    told: [],
  });
});

test('what comes behind `halt` is dropped', async () => {
  expect(await jq('., halt', ['1\n', '2\n', '3\n'])).toEqual({ printed: '1\n', told: [] });
});
