import { type Context, createContext, runInContext } from 'node:vm'
import { type ErrorObject, Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { attempt, thrownText } from '@datacortex/errors'
import { isRecord, jsonOf, patientLimit } from '@datacortex/platform'
import { compileExact } from '@datacortex/router'
import { dynamicError } from './errors.ts'
import { type JsonSchema, contentHash } from './recipe.ts'

/** What is wrong with a value, and where, as a JSON pointer. */
export type TypeProblem = { readonly path: string; readonly reason: string }

const most = { characters: 65_536, depth: 32, parts: 4000 }
const mostOfValue = { characters: 1_000_000, depth: 64, parts: 200_000 }
// What takes this long was written to take long.
const timeoutMs = patientLimit(5000)
let guard: Context | undefined
const cached = new Map<string, ValidateFunction>()

/**
 * Checks that a JSON Schema can be used: of 2020-12, strict, of modest size, without references to elsewhere.
 * @throws `DYNAMIC_TYPE_INVALID`
 * @example checkType({ type: 'string' }, 'solve.input')
 */
export function checkType(schema: JsonSchema, name: string): void {
  validatorOf(schema, name)
}

/**
 * What is wrong with a value by its schema; undefined if nothing is. Throws as `checkType`.
 * @throws `DYNAMIC_TYPE_INVALID`
 * @example typeProblem(7, { schema: { type: 'string' }, name: 'solve.input' }) // { path: '/', reason: 'must be string' }
 */
export function typeProblem(
  value: unknown,
  { schema, name }: { readonly schema: JsonSchema; readonly name: string },
): TypeProblem | undefined {
  const tooMuch = overSize(value, mostOfValue)
  if (tooMuch !== undefined) return { path: '/', reason: tooMuch }
  const validate = validatorOf(schema, name)
  const outcome = attempt(
    () => inTime(() => ({ holds: validate(value) })),
    (error: unknown) => ({ message: thrownText(error) }),
  )
  if ('message' in outcome) return { path: '/', reason: `it can't be compared with its schema: ${outcome.message}` }
  return outcome.holds ? undefined : problemOf(validate.errors?.[0])
}

function problemOf(error: ErrorObject | undefined): TypeProblem {
  const { instancePath = '', message = 'it does not fit', params = {} } = error ?? {}
  const known: unknown = params['additionalProperty'] ?? params['unevaluatedProperty'] ?? params['allowedValues']
  const detail = known === undefined ? '' : ` (${JSON.stringify(known).slice(0, 300)})`
  return { path: instancePath === '' ? '/' : instancePath, reason: `${message}${detail}` }
}

function validatorOf(schema: JsonSchema, name: string): ValidateFunction {
  const refuse = (reason: string): never => {
    throw dynamicError('DYNAMIC_TYPE_INVALID', { name, reason })
  }
  // What is nested too deep can't be hashed either.
  const reason = overSize(schema, most) ?? elsewhere(schema)
  if (reason !== undefined) return refuse(reason)
  const hash = contentHash(schema)
  const known = cached.get(hash)
  if (known !== undefined) return known
  const made = attempt(
    () => inTime(() => ({ validate: newAjv().compile(schema) })),
    (error: unknown) => ({ error }),
  )
  if ('error' in made) return refuse(thrownText(made.error))
  if (cached.size >= 500) cached.clear()
  cached.set(hash, made.validate)
  return made.validate
}

function newAjv(): Ajv2020 {
  return new Ajv2020({
    strict: true,
    strictTypes: false,
    strictTuples: false,
    strictRequired: false,
    validateFormats: false,
    logger: false,
    code: { regExp: Object.assign(linear, { code: 'linear' }) },
  })
}

/** Patterns are matched in time proportional to the text. */
function linear(pattern: string): RegExp {
  const regex = compileExact(pattern)
  if (!regex.ok) throw new Error(`the pattern ${JSON.stringify(pattern.slice(0, 100))} is refused: ${regex.reason}`)
  // By what it is called the compiler of schemas tells patterns apart.
  return { test: (text: string) => regex.first(text) !== undefined, toString: () => pattern } as RegExp
}

/** Runs something that must not take long, whatever others wrote. */
function inTime<T>(run: () => T): T {
  const done: T[] = []
  guard ??= createContext({ run: undefined })
  guard['run'] = () => void done.push(run())
  runInContext('run()', guard, { timeout: timeoutMs })
  return done[0] as T
}

/** Why a value is too much; undefined if it is not. */
function overSize(value: unknown, { characters, depth, parts }: typeof most): string | undefined {
  let count = 0
  let rest: readonly unknown[] = [value]
  for (let level = 0; rest.length > 0; level += 1) {
    if (level > depth) return `it is nested deeper than ${depth} levels`
    count += rest.length
    if (count > parts) return `it has more than ${parts} parts`
    rest = rest.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []))
  }
  return (JSON.stringify(value) ?? '').length > characters ? `it is longer than ${characters} characters` : undefined
}

function elsewhere(schema: unknown): string | undefined {
  if (Array.isArray(schema)) return schema.map(elsewhere).find((one) => one !== undefined)
  if (!isRecord(schema)) return undefined
  for (const key of ['$ref', '$dynamicRef']) {
    const target = schema[key]
    if (typeof target === 'string' && !target.startsWith('#')) return `${key} leads elsewhere: ${target.slice(0, 200)}`
  }
  return Object.values(schema)
    .map(elsewhere)
    .find((one) => one !== undefined)
}

/**
 * The JSON in an answer: all of it, a block of code in it, or what stands between its outer brackets.
 * @example jsonInAnswer('Here it is: {"value": 7}') // { value: 7 }
 */
export function jsonInAnswer(text: string): unknown {
  const [, rest = ''] = /```(?:json)?[^\S\n]*\n([\s\S]*)/i.exec(text) ?? []
  const block = rest.slice(0, Math.max(0, rest.search(/\n[^\S\n]*```/)))
  const [open, close] = [text.search(/[[{]/), Math.max(text.lastIndexOf('}'), text.lastIndexOf(']'))]
  const inner = open === -1 || close < open ? undefined : text.slice(open, close + 1)
  for (const candidate of [text.trim(), block, inner]) {
    const value = candidate === undefined ? undefined : jsonOf(candidate)
    if (value !== undefined) return value
  }
  return undefined
}
