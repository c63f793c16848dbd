import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type ConcealedStream, concealedStream, secretSpellings } from '@datacortex/plugin'
import { type SpacePaths, readTextFile, systemErrorCode, systemErrorReason } from '@datacortex/platform'
import { type Finding, warningFinding } from '@datacortex/errors'

export type SecretValues = {
  /** The text with each secret replaced by its name, and the names. */
  conceal(text: string): ConcealedText
  /** The same for a text that a limit, a failure or an abort cut: {@link cutSecret} stands for what it left of a secret. */
  concealCut(text: string): ConcealedText
  /** The same for a text that comes in pieces. */
  stream(): ConcealedStream
  /** Secrets that could not be read, so that they would not be recognised. */
  readonly findings: readonly Finding[]
}

export type ConcealedText = { readonly text: string; readonly concealed: readonly string[] }

/** Stands for the beginning of a secret at the end of a text that was cut. */
export const cutSecret = '[beginning of a secret]'

/** Shorter ones stand in texts by chance. */
const shortest = 8

/**
 * Reads the values in `.datacore/env`, to recognise them in notes, prompts and answers, in JSON and addresses too.
 * @example (await readSecretValues(paths)).conceal(text).concealed
 */
export async function readSecretValues(
  paths: SpacePaths,
  { names = [] }: { names?: readonly string[] | undefined } = {},
): Promise<SecretValues> {
  const values = new Map<string, string>(
    names.flatMap((name) => valuesIn(process.env[name] ?? '').map((value) => [value, name] as const)),
  )
  const findings: Finding[] = []
  for (const name of await namesIn(paths.envDirectory, findings)) {
    const read = await readTextFile(join(paths.envDirectory, name), { maxBytes: 100_000 })
    if (!read.ok) findings.push(unreadable(`.datacore/env/${name}`, read.reason))
    else for (const value of valuesIn(read.text)) values.set(value, name)
  }
  const spelled = [...values].flatMap(([value, name]) => secretSpellings(value).map((each) => [each, name] as const))
  // A value that contains another one goes first.
  const ordered = spelled.sort(([one], [other]) => other.length - one.length)
  const conceal: SecretValues['conceal'] = (text) => {
    const concealed = new Set<string>()
    let clean = text
    for (const [value, name] of ordered) {
      if (!clean.includes(value)) continue
      clean = clean.replaceAll(value, () => `[secret ${name}]`)
      concealed.add(name)
    }
    return { text: clean, concealed: [...concealed] }
  }
  const looked = ordered.map(([value]) => value)
  const concealCut: SecretValues['concealCut'] = (text) => {
    const concealed = new Set<string>()
    const shown = concealedStream(looked, (part) => {
      const clean = conceal(part)
      for (const name of clean.concealed) concealed.add(name)
      return clean.text
    })
    const settled = shown.push(text)
    const end = shown.endCut(cutSecret)
    if (end === cutSecret) for (const name of begunAtEnd(text, ordered)) concealed.add(name)
    return { text: settled + end, concealed: [...concealed] }
  }
  return { conceal, concealCut, stream: () => concealedStream(looked, (text) => conceal(text).text), findings }
}

/** Names of the secrets of which most stands at the end of a text. */
function begunAtEnd(text: string, values: readonly (readonly [string, string])[]): readonly string[] {
  const begun = values.map(([value, name]) => {
    let length = Math.min(value.length, text.length)
    while (length > 0 && !text.endsWith(value.slice(0, length))) length -= 1
    return { name, length }
  })
  const most = Math.max(0, ...begun.map(({ length }) => length))
  return begun.flatMap(({ name, length }) => (length === most ? [name] : []))
}

async function namesIn(directory: string, findings: Finding[]): Promise<readonly string[]> {
  try {
    const entries = await readdir(directory, { withFileTypes: true })
    return entries.flatMap((entry) => (entry.isDirectory() ? [] : [entry.name]))
  } catch (error) {
    const code = systemErrorCode(error)
    if (code === undefined) throw error
    if (code !== 'ENOENT') findings.push(unreadable('.datacore/env', systemErrorReason(error)))
    return []
  }
}

/** A value by itself, or lines of `NAME=value`. */
function valuesIn(text: string): readonly string[] {
  return [text, ...text.split(/\r?\n/).flatMap((line) => [line, line.replace(/^(?:export\s+)?\w+=/, '')])]
    .map((value) => value.trim().replace(/^(['"])(.*)\1$/s, '$2'))
    .filter((value) => value.length >= shortest && !/^-{5}/.test(value.split('\n').length === 1 ? value : ''))
}

function unreadable(subject: string, reason: string): Finding {
  return warningFinding('CONTEXT_SECRET_UNREADABLE', subject, {
    message: `${subject} can't be read: ${reason}. A copy of this secret in a note would not be recognised.`,
    hint: 'Correct the file or remove it.',
  })
}
