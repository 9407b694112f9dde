// Reads wasm/attention.d.ts, as far as it is written in this project: interfaces with fields and methods,
// type aliases of string literals. Values can then be held against their declared types.
import { readFile } from 'node:fs/promises';

const file = new URL('../../wasm/attention.d.ts', import.meta.url);

function withoutComments(source) {
  return source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/\/\/.*$/gm, '');
}

/** The text between the brace at `open` and the one that closes it. */
function between(source, open) {
  let depth = 0;
  for (let at = open; at < source.length; ++at) {
    if (source[at] === '{') ++depth;
    if (source[at] === '}' && --depth === 0) return source.slice(open + 1, at);
  }
  throw new Error('attention.d.ts: a brace is never closed');
}

/** Splits at `separator` outside of all brackets. */
function split(text, separator) {
  const parts = [''];
  let depth = 0;
  for (const letter of text) {
    if ('{[(<'.includes(letter)) ++depth;
    if ('}])>'.includes(letter)) --depth;
    if (letter === separator && depth === 0) parts.push('');
    else parts[parts.length - 1] += letter;
  }
  return parts.map((part) => part.trim()).filter(Boolean);
}

export async function readDeclarations() {
  const source = withoutComments(await readFile(file, 'utf8'));
  const interfaces = new Map();
  const aliases = new Map();

  for (const match of source.matchAll(/export interface (\w+)(?: extends (\w+))? \{/g)) {
    const [head, name, parent] = match;
    const fields = new Map();
    const methods = new Map();
    for (const member of split(between(source, match.index + head.length - 1), ';')) {
      const method = /^(\w+)(?:<[^(]*>)?\(([\s\S]*)\): ([\s\S]+)$/.exec(member);
      const field = /^(\w+)(\?)?: ([\s\S]+)$/.exec(member);
      if (method) methods.set(method[1], { parameters: split(method[2], ',').length, result: method[3] });
      else if (field) fields.set(field[1], { optional: field[2] === '?', type: field[3] });
      else throw new Error(`attention.d.ts: cannot read "${member}" in ${name}`);
    }
    interfaces.set(name, { parent, fields, methods });
  }
  for (const [, name, type] of source.matchAll(/export type (\w+) =([^;{]+);/g)) aliases.set(name, type.trim());
  return { interfaces, aliases };
}

function fieldsOf({ interfaces }, name) {
  const { parent, fields } = interfaces.get(name);
  return interfaces.has(parent) ? new Map([...fieldsOf({ interfaces }, parent), ...fields]) : fields;
}

/**
 * What is wrong with `value` as a `type`, one line for each fault; [] if it is exactly what is declared:
 * no field missing, none more.
 */
export function faults(declarations, value, type, path = 'result') {
  const { interfaces, aliases } = declarations;
  const options = split(type, '|');
  if (options.length > 1) {
    const fits = options.some((option) => faults(declarations, value, option).length === 0);
    return fits ? [] : [`${path}: "${value}" is not one of ${type}`];
  }
  if (type === 'null') return value === null ? [] : [`${path}: ${value} instead of null`];
  if (/^'.*'$/.test(type)) return value === type.slice(1, -1) ? [] : [`${path}: "${value}" instead of ${type}`];
  if (type === 'number' || type === 'string' || type === 'boolean') {
    return typeof value === type ? [] : [`${path}: ${typeof value} instead of ${type}`];
  }
  if (type === 'Float32Array') return value instanceof Float32Array ? [] : [`${path}: no Float32Array`];
  if (type.endsWith('[]')) {
    if (!Array.isArray(value)) return [`${path}: no list`];
    return value.flatMap((item, i) => faults(declarations, item, type.slice(0, -2), `${path}[${i}]`));
  }
  const record = /^Record<string, (.+)>$/.exec(type);
  if (record) return Object.entries(value).flatMap(([name, item]) => faults(declarations, item, record[1], `${path}.${name}`));
  if (aliases.has(type)) return faults(declarations, value, aliases.get(type), path);
  if (!interfaces.has(type)) throw new Error(`attention.d.ts: nothing is known of the type ${type}`);

  const fields = fieldsOf(declarations, type);
  const found = Object.keys(value);
  return [
    ...found.filter((name) => !fields.has(name)).map((name) => `${path}.${name}: not declared`),
    ...[...fields].flatMap(([name, field]) => {
      if (found.includes(name)) return faults(declarations, value[name], field.type, `${path}.${name}`);
      return field.optional ? [] : [`${path}.${name}: missing`];
    }),
  ];
}
