// The door as JavaScript sees it: names, shapes, values, errors, and that nothing is left behind.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';

import { faults, readDeclarations } from './declarations.mjs';

const address = process.env.ATTN_ENGINE
  ? pathToFileURL(process.env.ATTN_ENGINE).href
  : new URL('../../build/wasm/attention.mjs', import.meta.url).href;
const { default: createEngine } = await import(address);

const declarations = await readDeclarations();
const declaredFunctions = declarations.interfaces.get('Engine').methods;

let engine;
before(async () => {
  engine = await createEngine();
});

const row = (...data) => ({ rows: 1, cols: data.length, data });
const numbers = (tensor) => [...tensor.data];
const friday = { classChat: 'en', question: 'What do I bring to PE on Friday?' };
const attentionExample = {
  q: row(1, 0, 2, 1),
  k: { rows: 3, cols: 4, data: [2, 5, 2, 0, 0, 3, 1, 0, 1, 1, 1, 1] },
  v: { rows: 3, cols: 2, data: new Float32Array([8, 0, 0, 4, 4, 4]) },
};
const slice = { classChat: 'zh', from: 34, to: 46, seed: 1 };
const quizKinds = [
  'equal_share', 'best_key', 'scaled_score', 'one_share', 'mixed_value', 'renormalised_share', 'concat_width', 'causal_count',
];
const exerciseLevels = ['one_query', 'masked', 'two_heads'];
/** What somebody types who makes no mistake. */
const rightSheet = ({ tensors, fields }) =>
  fields.map(({ tensor, row, col }) => tensors[tensor].data[row * tensors[tensor].cols + col].toFixed(2));

function near(actual, expected, tolerance = 1e-6) {
  assert.equal(actual.length, expected.length);
  actual.forEach((x, i) => {
    assert.ok(Math.abs(x - expected[i]) <= tolerance, `number ${i}: ${x} instead of ${expected[i]}`);
  });
}

/** The error a call must throw, held against what is expected of it. */
function refuses(call, type, code, values) {
  let thrown;
  try {
    call();
  } catch (error) {
    thrown = error;
  }
  assert.ok(thrown !== undefined, 'nothing was thrown');
  assert.ok(thrown instanceof Error, `not an Error: ${thrown}`);
  assert.equal(thrown.code, code, String(thrown));
  assert.equal(thrown.constructor, type);
  assert.deepEqual({ ...thrown.values }, values);
  assert.deepEqual(faults(declarations, thrown.code, 'ErrorCode'), []);
  assert.match(thrown.message, /\w/);
}

describe('declarations', () => {
  test('the module offers the functions that are declared, and no others', () => {
    // Embind marks what it offers with the number of arguments.
    const offered = Object.keys(engine).filter((name) => Object.hasOwn(Object(engine[name]), 'argCount'));
    assert.deepEqual(offered.sort(), [...declaredFunctions.keys()].sort());
  });

  test('every function takes as many arguments as are declared', () => {
    for (const [name, { parameters }] of declaredFunctions) assert.equal(engine[name].argCount, parameters, name);
  });

  const calls = {
    about: () => engine.about(),
    attention: () => engine.attention(attentionExample),
    classChat: () => engine.classChat('zh'),
    everyone: () => engine.everyone({ ...slice, padding: 2, causal: true, positions: true }),
    exercise: () => engine.exercise({ level: 'masked', seed: 1 }),
    features: () => engine.features('PE on Friday', 'Mr Wang'),
    heads: () => engine.heads(friday),
    importChat: () => engine.importChat('Ann: hello\nBob: hi'),
    mark: () => engine.mark({ kind: 'one_share', seed: 1 }, '0.5'),
    markExercise: () => engine.markExercise({ level: 'one_query', seed: 1 }, ['99', 'a lot', ...Array(13).fill('')]),
    naiveSoftmax: () => engine.naiveSoftmax({ scores: row(1, 2) }),
    operands: () => engine.operands('reading', friday, { tensor: 'weights', row: 0, col: 36 }),
    reading: () => engine.reading({ ...friday, picked: [36, 3] }),
    softmax: () => engine.softmax({ scores: row(1, 2) }),
    spread: () => engine.spread({ dK: 4, pairs: 10, keys: 5, seed: 1 }),
  };
  for (const [name, call] of Object.entries(calls)) {
    test(`${name} gives exactly the fields that are declared`, () => {
      assert.deepEqual(faults(declarations, call(), declaredFunctions.get(name).result), []);
    });
  }

  test('a quiz is made of tensors, the answer among them', () => {
    for (const kind of quizKinds) {
      const quiz = engine.quiz({ kind, seed: 5 });
      assert.ok('answer' in quiz);
      for (const [name, tensor] of Object.entries(quiz)) {
        assert.deepEqual(faults(declarations, tensor, 'Tensor', `${kind}.${name}`), []);
      }
    }
  });

  test('every function that is declared is called above', () => {
    assert.deepEqual([...Object.keys(calls), 'quiz'].sort(), [...declaredFunctions.keys()].sort());
  });

  test('optional tensors of a reading are there when they should be, and only then', () => {
    const all = { ...friday, picked: [1] };
    const has = (request, name) => name in engine.reading(request).tensors;
    for (const name of ['naive_exponents', 'naive_exps', 'naive_sums', 'naive_weights']) {
      assert.ok(has(all, name) && !has({ ...all, temperature: 0 }, name), name);
    }
    for (const name of ['picked_weight', 'best_weight', 'agreed', 'agreed_count']) {
      assert.ok(has(all, name) && !has(friday, name), name);
    }
    assert.ok(has(all, 'top_output') && !has({ messages: [] }, 'top_output'));
    for (const request of [{ ...all, temperature: 0 }, { messages: [] }, friday]) {
      assert.deepEqual(faults(declarations, engine.reading(request), 'Reading'), []);
    }
  });

  test('the check finds a field too many, one too few and one of another type', () => {
    assert.deepEqual(faults(declarations, { right: true, mistake: '' }, 'Mark'), []);
    assert.equal(faults(declarations, { right: true }, 'Mark').length, 1);
    assert.equal(faults(declarations, { right: true, mistake: '', more: 1 }, 'Mark').length, 1);
    assert.equal(faults(declarations, { right: 1, mistake: '' }, 'Mark').length, 1);
    assert.equal(faults(declarations, 'guess', 'Operation').length, 1);
  });
});

describe('values', () => {
  test('softmax gives the numbers worked by hand', () => {
    const trace = engine.softmax({ scores: row(2, 1, 0) });
    assert.deepEqual(numbers(trace.maxes), [2]);
    assert.deepEqual(numbers(trace.shifted), [0, -1, -2]);
    near(numbers(trace.exps), [1, Math.exp(-1), Math.exp(-2)]);
    near(numbers(trace.sums), [1 + Math.exp(-1) + Math.exp(-2)]);
    near(numbers(trace.weights), [0.66524096, 0.24472847, 0.09003057]);
  });

  test('softmax takes a temperature and a mask', () => {
    near(numbers(engine.softmax({ scores: row(2, 1, 0), temperature: 2 }).weights), [0.50648, 0.307196, 0.186324]);
    assert.deepEqual(numbers(engine.softmax({ scores: row(3, 1, 3), temperature: 0 }).weights), [0.5, 0, 0.5]);
    const masked = engine.softmax({ scores: row(9, 1, 1), mask: row(0, 1, 1) });
    assert.deepEqual(numbers(masked.weights), [0, 0.5, 0.5]);
    assert.deepEqual(numbers(masked.masked), [-Infinity, 1, 1]);
  });

  test('the textbook formula overflows in float, softmax does not', () => {
    assert.deepEqual(numbers(engine.naiveSoftmax({ scores: row(100, 99) }).weights), [NaN, NaN]);
    near(numbers(engine.softmax({ scores: row(100, 99) }).weights), [0.7310586, 0.2689414]);
  });

  test('attention gives the numbers worked by hand', () => {
    const trace = engine.attention(attentionExample);
    assert.deepEqual(numbers(trace.d_k), [4]);
    assert.deepEqual(numbers(trace.scores), [6, 2, 4]);
    assert.deepEqual(numbers(trace.scaled), [3, 1, 2]);
    near(numbers(trace.weights), [0.66524096, 0.09003057, 0.24472847]);
    near(numbers(trace.output), [6.3008416, 1.3390362], 2e-6);
    assert.deepEqual([trace.output.rows, trace.output.cols], [1, 2]);
  });

  test('attention takes a mask, a temperature and whether to divide', () => {
    const { weights, output } = engine.attention({ ...attentionExample, mask: row(0, 1, 1) });
    near(numbers(weights), [0, 0.2689414, 0.7310586]);
    near(numbers(output), [2.9242344, 4]);
    assert.deepEqual(numbers(engine.attention({ ...attentionExample, divideByRootDk: false }).scaled), [6, 2, 4]);
    assert.deepEqual(numbers(engine.attention({ ...attentionExample, temperature: 0 }).output), [8, 0]);
    assert.deepEqual(numbers(engine.attention({ ...attentionExample, mask: row(0, 0, 0) }).output), [0, 0]);
  });

  test('plain lists and Float32Arrays are the same to the engine', () => {
    const scores = [0.1, -2.5, 3];
    assert.deepEqual(
      engine.softmax({ scores: row(...scores) }),
      engine.softmax({ scores: { rows: 1, cols: 3, data: new Float32Array(scores) } }),
    );
  });

  for (const [classChat, question] of [
    ['zh', '周五体育课要带什么？'],
    ['en', 'What do I bring to PE on Friday?'],
  ]) {
    test(`message 37 leads the class chat (${classChat}), and says rope and trainers`, () => {
      const { tensors, order, answer, understood } = engine.reading({ classChat, question });
      const lead = tensors.weights.data[36];
      assert.ok(lead >= 0.78 && lead <= 0.82, String(lead));
      assert.equal(order[0], 36);
      assert.equal(order.length, 200);
      assert.equal(understood, true);
      assert.deepEqual(answer.map(({ thing, certainty }) => [thing, certainty]).sort(), [
        ['rope', 'bring'],
        ['trainers', 'bring'],
      ]);
      const { things } = engine.about();
      for (const { thing, column } of answer) assert.equal(things[column].id, thing);
      near(numbers(tensors.total_weight), [1]);
    });
  }

  test('erased rows hold no weight, and picks are counted', () => {
    const { tensors } = engine.reading({ ...friday, erased: [36], picked: [36, 36, 4] });
    assert.equal(tensors.weights.data[36], 0);
    assert.deepEqual(numbers(tensors.picked_count), [2]);
  });

  test('what is left out takes its default', () => {
    const { defaultGain } = engine.about();
    const explicit = { ...friday, gain: defaultGain, temperature: 1, erased: [], picked: [], questionFeatures: null };
    assert.deepEqual(engine.reading(friday), engine.reading(explicit));
    assert.deepEqual(numbers(engine.reading(friday).tensors.gain), [defaultGain]);
  });

  test('features dragged by hand replace the words of the question', () => {
    const { tensors } = engine.reading(friday);
    const dragged = engine.reading({ ...friday, question: '', questionFeatures: tensors.question_features });
    assert.deepEqual(dragged.tensors.weights, tensors.weights);
  });

  test('features of a text are those of the same message in a chat', () => {
    const text = 'PE on Friday: bring a skipping rope and trainers.';
    const { tensors } = engine.reading({ messages: [{ text, speaker: 'Mr Wang (PE)' }] });
    assert.deepEqual(engine.features(text, 'Mr Wang (PE)'), tensors.features);
    assert.ok(numbers(tensors.features).includes(1));
  });

  test('about names every column', () => {
    const { features, keys, things } = engine.about();
    const { tensors } = engine.reading(friday);
    assert.equal(features.length, tensors.features.cols);
    assert.equal(keys.length, tensors.k.cols);
    assert.equal(things.length, tensors.v.cols);
  });

  test('text comes back as it went in: Chinese, emoji, both', () => {
    assert.equal(engine.classChat('zh')[36].text, '周五体育课，带跳绳和运动鞋。');
    assert.equal(engine.classChat('en')[36].id, 37);
    assert.deepEqual(
      engine.importChat('小明: 你好👨‍👩‍👧😀\nAnn: naïve').map(({ id, speaker, text }) => [id, speaker, text]),
      [
        [1, '小明', '你好👨‍👩‍👧😀'],
        [2, 'Ann', 'naïve'],
      ],
    );
    // Half an emoji is no character; it must not break the rest.
    assert.match(engine.importChat('Ann: \ud83d ok')[0].text, /ok$/);
  });

  test('the right answer to a quiz is marked right, a usual mistake is named', () => {
    for (const kind of quizKinds) {
      for (let seed = 0; seed < 20; ++seed) {
        const [answer] = engine.quiz({ kind, seed }).answer.data;
        assert.deepEqual(engine.mark({ kind, seed }, String(answer)), { right: true, mistake: '' });
      }
    }
    const scaled = { kind: 'scaled_score', seed: 1 };
    const [score] = engine.quiz(scaled).scores.data;
    assert.deepEqual(engine.mark(scaled, String(score)), { right: false, mistake: 'not_scaled' });
  });

  test('a right sheet of every level is complete, and its seed gives it again', () => {
    for (const level of exerciseLevels) {
      for (let seed = 0; seed < 20; ++seed) {
        const exercise = engine.exercise({ level, seed });
        assert.deepEqual(engine.exercise({ level, seed }), exercise);
        const { fields, firstWrong, complete } = engine.markExercise({ level, seed }, rightSheet(exercise));
        assert.deepEqual(new Set(fields.map(({ verdict }) => verdict)), new Set(['right']), `${level} ${seed}`);
        assert.deepEqual([fields.length, firstWrong, complete], [exercise.fields.length, null, true]);
      }
    }
  });

  test('a usual mistake is named where it is made, what follows from it follows, and empty stays empty', () => {
    const request = { level: 'one_query', seed: 1 };
    const { tensors } = engine.exercise(request);
    const scores = numbers(tensors.scores);
    const exps = scores.map(Math.exp);
    const sum = exps[0] + exps[1] + exps[2];
    const typed = [...scores, ...scores, ...exps, sum, ...exps.map((exp) => exp / sum), '', ''].map(String);
    const { fields, firstWrong, complete } = engine.markExercise(request, typed);
    assert.equal(firstWrong, 3);
    assert.equal(complete, false);
    const step = (from, to) => fields.slice(from, to);
    assert.deepEqual(step(0, 3), Array(3).fill({ verdict: 'right', mistake: '' }));
    // Where a score is 0, it is so divided or not.
    assert.deepEqual(step(3, 6), scores.map((score) => (score === 0 ? { verdict: 'right', mistake: '' } : { verdict: 'wrong', mistake: 'not_scaled' })));
    assert.ok(step(6, 13).every(({ verdict, mistake }) => ['follows', 'right'].includes(verdict) && mistake === ''));
    assert.equal(fields[9].verdict, 'follows');
    assert.deepEqual(step(13, 15), Array(2).fill({ verdict: 'empty', mistake: '' }));
  });

  test('seeds up to the largest whole number are all different seeds', () => {
    const drawn = (seed) => numbers(engine.spread({ dK: 4, pairs: 5, keys: 2, seed }).dots);
    const asked = (seed) => numbers(engine.quiz({ kind: 'scaled_score', seed }).q);
    for (const of of [drawn, asked]) {
      assert.notDeepEqual(of(Number.MAX_SAFE_INTEGER), of(Number.MAX_SAFE_INTEGER - 1));
    }
  });

  test('the spread of random products grows with their width, unless it is divided', () => {
    const { variance, scaled_variance } = engine.spread({ dK: 64, pairs: 4000, keys: 8, seed: 1 });
    near(numbers(variance), [64], 5);
    near(numbers(scaled_variance), [1], 0.08);
  });

  test('three heads look for what they are told to, and one that is off brings nothing', () => {
    const plain = engine.heads(friday);
    assert.deepEqual(plain.order.map((order) => order.length), [200, 200, 200]);
    assert.deepEqual(plain.says[1].map(({ thing }) => thing), ['rope', 'trainers']);
    const brings = ['a', 'b', 'c'].map((head) => numbers(plain.tensors[`${head}.brings`]));
    near(numbers(plain.tensors.output), brings[0].map((_, i) => brings[0][i] + brings[1][i] + brings[2][i]));

    const alike = engine.heads({ ...friday, looksFor: ['things', 'things', 'speaker'] });
    assert.deepEqual(alike.tensors['a.weights'], plain.tensors['b.weights']);
    const silent = engine.heads({ ...friday, on: [true, false, true] });
    assert.deepEqual(numbers(silent.tensors['b.brings']), [0, 0, 0, 0, 0, 0]);
    assert.equal(engine.heads({ ...friday, erased: [36] }).tensors['c.weights'].data[36], 0);
    const { heads } = engine.about();
    for (const places of Object.values(heads)) assert.equal(places.length, plain.tensors['a.q'].cols);
  });

  test('bars that were dragged reach the heads, too', () => {
    const bars = engine.features('What is for lunch?', '');
    const dragged = engine.heads({ ...friday, questionFeatures: bars });
    assert.deepEqual(dragged.tensors.output, engine.heads({ ...friday, question: 'What is for lunch?' }).tensors.output);
    assert.notDeepEqual(dragged.tensors.output, engine.heads(friday).tensors.output);
  });

  test('everyone asks: masks hide, and shuffling changes nothing until positions are added', () => {
    const { weights, largest_difference } = engine.everyone(slice);
    assert.deepEqual([weights.rows, weights.cols], [12, 12]);
    assert.ok(largest_difference.data[0] < 1e-5);
    assert.ok(engine.everyone({ ...slice, positions: true }).largest_difference.data[0] > 0.01);
    assert.ok(numbers(engine.everyone({ ...slice, silenced: [slice.from] }).features).slice(0, 16).every((feature) => feature === 0));
    const masked = engine.everyone({ ...slice, causal: true, padding: 3 }).weights;
    assert.equal(masked.rows, 15);
    masked.data.forEach((weight, i) => {
      const [asks, answers] = [Math.floor(i / 15), i % 15];
      assert.equal(weight > 0, answers <= asks && answers < 12, `${asks}, ${answers}`);
    });
  });

  test('ten thousand messages and an empty chat are read', () => {
    const messages = Array.from({ length: 10000 }, (_, i) => ({ text: `PE on Friday ${i} 😀` }));
    near(numbers(engine.reading({ messages, question: 'PE?' }).tensors.total_weight), [1]);
    const empty = engine.reading({ messages: [], question: 'PE?' });
    assert.deepEqual(numbers(empty.tensors.output), [0, 0, 0, 0, 0, 0]);
    assert.deepEqual([empty.order, empty.answer], [[], []]);
  });
});

describe('operands', () => {
  const views = {
    attention: { request: attentionExample, tensors: (request) => engine.attention(request) },
    reading: { request: { ...friday, picked: [36, 2], erased: [7] }, tensors: (r) => engine.reading(r).tensors },
    heads: { request: { ...friday, erased: [7], on: [true, false, true] }, tensors: (r) => engine.heads(r).tensors },
    everyone: {
      request: { ...slice, padding: 2, causal: true, positions: true },
      tensors: (request) => engine.everyone(request),
    },
    spread: { request: { dK: 4, pairs: 12, keys: 5, seed: 1 }, tensors: (request) => engine.spread(request) },
    quiz: { request: { kind: 'mixed_value', seed: 3 }, tensors: (request) => engine.quiz(request) },
    exercise: { request: { level: 'masked', seed: 3 }, tensors: (request) => engine.exercise(request).tensors },
  };

  test('every declared view is tried here', () => {
    assert.deepEqual(Object.keys(views).sort(), [...declarations.interfaces.get('Views').fields.keys()].sort());
  });

  for (const [view, { request, tensors }] of Object.entries(views)) {
    test(`every tensor of the ${view} can say where its cells come from`, () => {
      const all = tensors(request);
      const cell = ({ tensor, row, col }) => all[tensor].data[row * all[tensor].cols + col];
      let computed = 0;
      for (const [tensor, { rows, cols }] of Object.entries(all)) {
        for (const at of [{ tensor, row: 0, col: 0 }, { tensor, row: rows - 1, col: cols - 1 }]) {
          const found = engine.operands(view, request, at);
          assert.deepEqual(faults(declarations, found, 'Operands', tensor), []);
          assert.deepEqual(found.result, { ...at, value: cell(at) });
          // After the last message nothing is left to add up.
          const nothingLeft = tensor.startsWith('rest_') && at.col === cols - 1;
          assert.equal(found.operands.length === 0, found.operation === 'given' || nothingLeft, tensor);
          for (const operand of found.operands) assert.deepEqual(operand.value, cell(operand), tensor);
          if (found.operation !== 'given') ++computed;
        }
      }
      assert.ok(computed > 0);
    });
  }

  test('every cell of every exercise answers, and every field is computed', () => {
    for (const level of exerciseLevels) {
      const request = { level, seed: 7 };
      const { tensors, fields } = engine.exercise(request);
      const asked = new Set(fields.map(({ tensor, row, col }) => `${tensor} ${row} ${col}`));
      for (const [tensor, { rows, cols, data }] of Object.entries(tensors)) {
        for (let row = 0; row < rows; ++row) {
          for (let col = 0; col < cols; ++col) {
            const { result, operation } = engine.operands('exercise', request, { tensor, row, col });
            assert.equal(result.value, data[row * cols + col]);
            if (asked.delete(`${tensor} ${row} ${col}`)) assert.notEqual(operation, 'given', tensor);
          }
        }
      }
      assert.equal(asked.size, 0);
    }
  });

  test('a score is a dot product, and its operands give it', () => {
    const { operation, result, operands } = engine.operands('attention', attentionExample, {
      tensor: 'scores',
      row: 0,
      col: 2,
    });
    assert.equal(operation, 'dot');
    assert.equal(result.value, 4);
    assert.deepEqual(
      operands.map(({ tensor, row, col, value }) => [tensor, row, col, value]),
      [
        ['q', 0, 0, 1], ['k', 2, 0, 1],
        ['q', 0, 1, 0], ['k', 2, 1, 1],
        ['q', 0, 2, 2], ['k', 2, 2, 1],
        ['q', 0, 3, 1], ['k', 2, 3, 1],
      ],
    );
  });
});

describe('errors', () => {
  const at = (tensor, row = 0, col = 0) => ({ tensor, row, col });
  const wrongType = (name, expected) => [TypeError, 'wrong_type', { name, expected }];
  const unknown = (name, value) => [TypeError, 'unknown_name', { name, value }];
  const outOfRange = (name, value, min, max) => [RangeError, 'out_of_range', { name, value, min, max }];
  const message = { text: 'a' };

  const cases = {
    'no object as a request': [() => engine.softmax(7), ...wrongType('request', 'an object')],
    'null as a request': [() => engine.reading(null), ...wrongType('request', 'an object')],
    'a missing request': [() => engine.reading(undefined), ...wrongType('request', 'an object')],
    'a text as what the heads look for': [
      () => engine.heads({ ...friday, looksFor: 'time' }),
      ...wrongType('looksFor', 'a list of texts'),
    ],
    'numbers as switches of the heads': [
      () => engine.heads({ ...friday, on: [1, 0, 1] }),
      ...wrongType('on', 'a list of true and false'),
    ],
    'a slice without an end': [
      () => engine.everyone({ classChat: 'zh', from: 0, seed: 1 }),
      ...wrongType('to', 'a whole number'),
    ],
    'a mask that is not a number': [
      () => engine.softmax({ scores: row(1, 2), mask: row(1, NaN) }),
      TypeError, 'not_finite', { tensor: 'mask', row: 0, col: 1 },
    ],
    'a missing field': [() => engine.softmax({}), ...wrongType('scores', 'an object')],
    'null as a field': [() => engine.softmax({ scores: null }), ...wrongType('scores', 'an object')],
    'a list as a tensor': [() => engine.softmax({ scores: [1, 2] }), ...wrongType('rows', 'a whole number')],
    'a text as a number': [
      () => engine.softmax({ scores: row(1), temperature: '7' }),
      ...wrongType('temperature', 'a number'),
    ],
    'a text as a gain': [() => engine.reading({ ...friday, gain: '9' }), ...wrongType('gain', 'a number')],
    'a fraction as a whole number': [
      () => engine.quiz({ kind: 'best_key', seed: 2.7 }),
      ...wrongType('seed', 'a whole number'),
    ],
    'a text as a whole number': [
      () => engine.spread({ dK: '4', pairs: 10, keys: 5, seed: 1 }),
      ...wrongType('dK', 'a whole number'),
    ],
    'NaN as a whole number': [
      () => engine.spread({ dK: 4, pairs: NaN, keys: 5, seed: 1 }),
      ...wrongType('pairs', 'a whole number'),
    ],
    'infinity as a whole number': [
      () => engine.quiz({ kind: 'best_key', seed: Infinity }),
      ...wrongType('seed', 'a whole number'),
    ],
    'a number as a switch': [
      () => engine.attention({ ...attentionExample, divideByRootDk: 1 }),
      ...wrongType('divideByRootDk', 'true or false'),
    ],
    'a number as a text': [() => engine.reading({ ...friday, question: 5 }), ...wrongType('question', 'text')],
    'a message without text': [() => engine.reading({ messages: [{}] }), ...wrongType('text', 'text')],
    'a text as a message': [() => engine.reading({ messages: ['hi'] }), ...wrongType('messages', 'an object')],
    'no chat at all': [() => engine.reading({ question: 'PE?' }), ...wrongType('messages', 'a list')],
    'a text among the numbers of a tensor': [
      () => engine.softmax({ scores: { rows: 1, cols: 2, data: [1, '2'] } }),
      ...wrongType('scores.data', 'a list of numbers'),
    ],
    'a hole among the numbers of a tensor': [
      () => engine.softmax({ scores: { rows: 1, cols: 2, data: new Array(2) } }),
      ...wrongType('scores.data', 'a list of numbers'),
    ],
    'a tensor without numbers': [
      () => engine.softmax({ scores: { rows: 1, cols: 2 } }),
      ...wrongType('scores.data', 'a list of numbers'),
    ],
    'fractions as rows to erase': [
      () => engine.reading({ ...friday, erased: [1.5] }),
      ...wrongType('erased', 'a list of whole numbers'),
    ],
    'a number as rows to pick': [
      () => engine.reading({ ...friday, picked: 3 }),
      ...wrongType('picked', 'a list of whole numbers'),
    ],
    'a fraction as a row of a cell': [
      () => engine.operands('reading', friday, at('weights', 0.5)),
      ...wrongType('row', 'a whole number'),
    ],
    'a number as a language': [() => engine.classChat(5), ...wrongType('language', 'text')],
    'null as a text': [() => engine.importChat(null), ...wrongType('text', 'text')],
    'undefined as a speaker': [() => engine.features('hi', undefined), ...wrongType('speaker', 'text')],
    'a number as an answer': [
      () => engine.mark({ kind: 'best_key', seed: 1 }, 2),
      ...wrongType('typed', 'text'),
    ],
    'a number among what was typed into an exercise': [
      () => engine.markExercise({ level: 'one_query', seed: 1 }, ['1', 2]),
      ...wrongType('typed', 'a list of texts'),
    ],
    'one text for all fields of an exercise': [
      () => engine.markExercise({ level: 'one_query', seed: 1 }, '1'),
      ...wrongType('typed', 'a list of texts'),
    ],
    'an exercise without a seed': [() => engine.exercise({ level: 'masked' }), ...wrongType('seed', 'a whole number')],
    'a number as a view': [() => engine.operands(1, friday, at('weights')), ...wrongType('view', 'text')],
    'a number as the tensor of a cell': [
      () => engine.operands('reading', friday, at(3)),
      ...wrongType('tensor', 'text'),
    ],

    'too few numbers in a tensor': [
      () => engine.softmax({ scores: { rows: 2, cols: 2, data: [1, 2, 3] } }),
      TypeError, 'shape_mismatch',
      { tensor: 'scores', axis: 'numbers', expected: 4, like: 'rows × cols', actual: 3 },
    ],
    'Keys of another width than the Query': [
      () => engine.attention({ ...attentionExample, q: row(1, 2, 3) }),
      TypeError, 'shape_mismatch',
      { tensor: 'keys', axis: 'columns', expected: 3, like: 'the queries', actual: 4 },
    ],
    'a mask of another shape': [
      () => engine.softmax({ scores: row(1, 2), mask: row(1, 1, 1) }),
      TypeError, 'shape_mismatch',
      { tensor: 'mask', axis: 'columns', expected: 2, like: 'the scores', actual: 3 },
    ],
    'two heads instead of three': [
      () => engine.heads({ ...friday, looksFor: ['time', 'things'] }),
      TypeError, 'shape_mismatch',
      { tensor: 'looksFor', axis: 'entries', expected: 3, like: 'the heads', actual: 2 },
    ],
    'too few features of a question': [
      () => engine.reading({ ...friday, questionFeatures: row(1, 1) }),
      TypeError, 'shape_mismatch',
      { tensor: 'question_features', axis: 'columns', expected: 16, like: 'the features', actual: 2 },
    ],
    'too few texts for the fields of an exercise': [
      () => engine.markExercise({ level: 'masked', seed: 1 }, ['1']),
      TypeError, 'shape_mismatch',
      { tensor: 'typed', axis: 'texts', expected: 30, like: 'the fields', actual: 1 },
    ],
    'NaN in a tensor': [
      () => engine.softmax({ scores: row(1, NaN) }),
      TypeError, 'not_finite', { tensor: 'scores', row: 0, col: 1 },
    ],
    'a number too large for float': [
      () => engine.attention({ ...attentionExample, v: { rows: 3, cols: 1, data: [0, 1e39, 0] } }),
      TypeError, 'not_finite', { tensor: 'values', row: 1, col: 0 },
    ],
    'products too large for float': [
      () => engine.attention({ q: row(1e30), k: row(1e30), v: row(1) }),
      TypeError, 'overflow', { tensor: 'scores', row: 0, col: 0 },
    ],

    'a negative number of rows': [
      () => engine.softmax({ scores: { rows: -1, cols: 1, data: [] } }),
      ...outOfRange('scores.rows', -1, 0, 32768),
    ],
    'a negative temperature': [
      () => engine.reading({ ...friday, temperature: -1 }),
      ...outOfRange('temperature', -1, 0, 3.4028234663852886e38),
    ],
    'a gain too large': [() => engine.reading({ ...friday, gain: 1001 }), ...outOfRange('gain', 1001, 0, 1000)],
    'a row to erase that is not there': [
      () => engine.reading({ ...friday, erased: [200] }),
      ...outOfRange('erased', 200, 0, 199),
    ],
    'a row to pick that is not there': [
      () => engine.reading({ messages: [message], picked: [-1] }),
      ...outOfRange('picked', -1, 0, 0),
    ],
    'a cell below the last row': [
      () => engine.operands('reading', friday, at('features', 200)),
      ...outOfRange('features row', 200, 0, 199),
    ],
    'a cell left of the first column': [
      () => engine.operands('attention', attentionExample, at('k', 0, -1)),
      ...outOfRange('k column', -1, 0, 3),
    ],
    'a row to erase beyond all bounds': [
      () => engine.reading({ ...friday, erased: [2 ** 40] }),
      ...outOfRange('erased', 2 ** 40, -(2 ** 31), 2 ** 31 - 1),
    ],
    'a slice that ends after the chat': [
      () => engine.everyone({ ...slice, to: 201 }),
      ...outOfRange('to', 201, 1, 200),
    ],
    'a d_k of 0': [
      () => engine.spread({ dK: 0, pairs: 10, keys: 5, seed: 1 }),
      ...outOfRange('d_k', 0, 1, 4096),
    ],
    'a negative seed': [
      () => engine.quiz({ kind: 'best_key', seed: -1 }),
      ...outOfRange('seed', -1, 0, 2 ** 53),
    ],

    'an unknown language': [() => engine.classChat('fr'), ...unknown('language', 'fr')],
    'an unknown language of a reading': [() => engine.reading({ classChat: '' }), ...unknown('language', '')],
    'an unknown thing to look for': [
      () => engine.heads({ ...friday, looksFor: ['time', 'things', 'lunch'] }),
      ...unknown('looks_for', 'lunch'),
    ],
    'an unknown level': [() => engine.exercise({ level: 'hard', seed: 1 }), ...unknown('level', 'hard')],
    'a negative seed of an exercise': [
      () => engine.exercise({ level: 'masked', seed: -1 }),
      ...outOfRange('seed', -1, 0, 2 ** 53),
    ],
    'an unknown quiz': [() => engine.quiz({ kind: 'riddle', seed: 1 }), ...unknown('quiz', 'riddle')],
    'an unknown view': [() => engine.operands('diary', friday, at('weights')), ...unknown('view', 'diary')],
    'an unknown tensor': [() => engine.operands('reading', friday, at('nope')), ...unknown('tensor', 'nope')],

    'what is no number': [
      () => engine.mark({ kind: 'best_key', seed: 1 }, '一半'),
      TypeError, 'not_a_number', { text: '一半' },
    ],
    'an empty chat to import': [() => engine.importChat(''), TypeError, 'empty_chat', {}],
  };
  for (const [name, [call, ...expected]] of Object.entries(cases)) {
    test(`${name} is refused`, () => refuses(call, ...expected));
  }

  test('a chat line nobody said is refused with its number', () => {
    assert.throws(() => engine.importChat('no colon in here'), {
      name: 'TypeError',
      code: 'unreadable_line',
    });
  });

  test('after an error the engine works as before', () => {
    const expected = engine.attention(attentionExample);
    assert.throws(() => engine.attention({ ...attentionExample, q: row(NaN, 0, 0, 0) }));
    assert.deepEqual(engine.attention(attentionExample), expected);
  });
});

describe('memory', () => {
  /** How far up live memory reaches, and how many JavaScript values the engine holds. */
  function held(instance) {
    // Larger than any gap below, so that it is placed on top of everything that lives.
    const top = instance._malloc?.(4 << 20);
    instance._free?.(top);
    return { top, heap: instance.HEAPU8.length, values: instance.count_emval_handles?.() };
  }

  const messages = Array.from({ length: 20 }, (_, i) => ({ text: `PE on Friday, ${i}`, speaker: 'Mr Wang' }));
  const work = {
    readings: () => engine.reading({ messages, question: 'PE on Friday?', picked: [1, 2], erased: [3] }),
    heads: () => engine.heads({ messages, question: 'PE on Friday?', on: [true, false, true] }),
    'slices in which everyone asks': () => engine.everyone({ messages, from: 0, to: 8, positions: true, seed: 1 }),
    'marked exercises': () => engine.markExercise({ level: 'two_heads', seed: 1 }, Array(36).fill('1/2')),
    operands: () => engine.operands('reading', { messages, question: 'PE?' }, { tensor: 'weights', row: 0, col: 1 }),
    'texts in and out': () => engine.importChat('小明: 你好\nAnn: hello'),
    'errors of the engine': () => assert.throws(() => engine.softmax({ scores: row(1, NaN) })),
    'errors of the door': () => assert.throws(() => engine.reading({ messages: [...messages, {}] })),
    'errors deep in a request': () =>
      assert.throws(() => engine.operands('reading', { messages }, { tensor: 'nope', row: 0, col: 0 })),
    'refused texts': () => assert.throws(() => engine.importChat('no name '.repeat(50))),
  };
  for (const [name, call] of Object.entries(work)) {
    test(`a thousand ${name} leave the heap as it was`, () => {
      for (let i = 0; i < 5; ++i) call();
      const before = held(engine);
      for (let i = 0; i < 1000; ++i) call();
      assert.deepEqual(held(engine), before);
    });
  }

  // Far more cells than fit into the memory an engine starts with.
  const large = (rows, cols) => ({ rows, cols, data: new Float32Array(rows * cols).fill(0.5) });
  const largeRequest = { q: large(800, 2), k: large(2000, 2), v: large(2000, 2) };

  test('what came out stays valid when the memory grows', async () => {
    const fresh = await createEngine();
    const { tensors } = fresh.reading(friday);
    const copy = numbers(tensors.weights);
    const size = fresh.HEAPU8.length;
    fresh.attention(largeRequest);
    assert.ok(fresh.HEAPU8.length > size, 'the memory did not grow');
    assert.deepEqual(numbers(tensors.weights), copy);
  });

  test('two engines know nothing of each other', async () => {
    const [one, other] = await Promise.all([createEngine(), createEngine()]);
    const size = other.HEAPU8.length;
    assert.notEqual(one.HEAPU8.buffer, other.HEAPU8.buffer);
    one.attention(largeRequest);
    assert.ok(one.HEAPU8.length > size);
    assert.equal(other.HEAPU8.length, size);
    assert.throws(() => one.softmax({}));
    assert.deepEqual(other.attention(attentionExample), one.attention(attentionExample));
  });
});
