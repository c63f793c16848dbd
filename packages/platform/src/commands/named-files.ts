import { createHash } from 'node:crypto'
import { open, realpath, stat } from 'node:fs/promises'
import { join, relative, resolve, sep } from 'node:path'
import { isInside } from '../files/hold-folder.ts'
import { ifRefused } from '../files/if-missing.ts'
import { isFolder } from '../files/is-there.ts'
import { readTextFile } from '../files/read-text-file.ts'
import { isRecord, recordOf } from '../parse/is-record.ts'
import { jsonOf } from '../parse/json-of.ts'
import * as code from './code-words.ts'
import { programOf } from './program-of.ts'

export type NamedFile = {
  /** Relative to the working folder with `/`; absolute if it lies elsewhere. */
  readonly path: string
  /** SHA-256 of its bytes, hexadecimal. */
  readonly hash: string
}

/** The files that a command names and runs, which may change while its words stay. None is data, or what can’t be read. */
export async function namedFiles(
  words: readonly string[],
  { directory, program }: { readonly directory: string; readonly program: string | undefined },
): Promise<readonly NamedFile[]> {
  const certain = new Set<string>()
  const possible = new Set<string>()
  const started = [program ?? '', ...(program === undefined ? [] : [await realpath(program).catch(ifRefused(''))])]
  if (started.some((file) => isBelow(file, directory))) certain.add(program ?? '')
  // Named by its path, it may become one that can be started.
  const [first = ''] = words
  if (/[/\\]/.test(first) && isBelow(resolve(directory, first), directory)) certain.add(resolve(directory, first))
  for (const { text, isRun } of argumentsOf(words)) {
    const path = resolve(directory, text)
    if (isRun) for (const ending of code.scriptEndings) certain.add(`${path}${ending}`)
    else possible.add(path)
    for (const folder of [path, ...(isRun && packageName.test(text) ? [join(directory, 'node_modules', text)] : [])])
      for (const file of await filesOfFolder(folder)) certain.add(file)
  }
  for (const word of words)
    for (const name of code.impliedFiles.get(programOf(word)) ?? []) certain.add(join(directory, name))
  const paths = [...new Set([...certain, ...possible])]
  const files = paths.map(async (path) => await fileAt(path, { directory, isCertain: certain.has(path) }))
  return (await Promise.all(files)).filter((file) => file !== undefined)
}

type Argument = {
  readonly text: string
  /** Whether it is run or says what is run, whatever its name. */
  readonly isRun: boolean
}

/** The arguments of a command that may be paths, and the values of its options. */
function argumentsOf(words: readonly string[]): readonly Argument[] {
  const found: Argument[] = []
  // Of an interpreter: whether its script is still to come, and whether the next word may be the value of an option.
  let [isScriptNext, mayBeValue, hasFiles] = [false, false, false]
  for (let place = 0; place < words.length; place += 1) {
    const word = words[place] ?? ''
    if (word.startsWith('-')) {
      const { name, value } = optionOf(word)
      const text = value ?? words[place + 1] ?? ''
      const isModule = isScriptNext && name === '-m'
      const isLoading = isModule || code.loadingOption.test(name) || (hasFiles && code.fileOption.test(name))
      if (isLoading) found.push({ text: isModule ? text.replaceAll('.', '/') : text, isRun: true })
      else if (value !== undefined) found.push({ text: value, isRun: false })
      if (isModule || code.codeOption.test(name)) isScriptNext = false
      mayBeValue = !isLoading && value === undefined
      if (isLoading && value === undefined) place += 1
      continue
    }
    if (place > 0) found.push({ text: word, isRun: isScriptNext })
    const name = programOf(word)
    isScriptNext =
      code.interpreters.has(name.replace(/(?<=[a-z])[\d.]+$/, '')) ||
      (isScriptNext && mayBeValue && !code.codeEnding.test(word))
    mayBeValue = false
    hasFiles ||= code.impliedFiles.has(name)
  }
  return found.filter(({ text }) => text !== '' && !text.includes('\0'))
}

function optionOf(word: string): { readonly name: string; readonly value: string | undefined } {
  const { name = word, value } =
    (code.joinedOption.exec(word) ?? /^(?<name>--?[^=]+)=(?<value>.*)$/s.exec(word))?.groups ?? {}
  return { name, value }
}

/** The entry files of a folder, and what its package.json names as such. */
async function filesOfFolder(folder: string): Promise<readonly string[]> {
  if (!(await isFolder(folder))) return []
  const read = await readTextFile(join(folder, 'package.json'), { maxBytes: 1_000_000 })
  const { main, module, bin, exports } = recordOf(read.ok ? jsonOf(read.text) : undefined)
  const named = textsIn([main, module, bin, exports])
    .slice(0, 100)
    .flatMap((text) => code.scriptEndings.map((ending) => join(folder, `${text}${ending}`)))
  return [...code.entryFiles.map((name) => join(folder, name)), ...named]
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return value.includes('\0') ? [] : [value]
  return Array.isArray(value) ? value.flatMap(textsIn) : isRecord(value) ? Object.values(value).flatMap(textsIn) : []
}

async function fileAt(
  path: string,
  { directory, isCertain }: { readonly directory: string; readonly isCertain: boolean },
): Promise<NamedFile | undefined> {
  const place = [path, await realpath(path).catch(ifRefused(path))].find((one) => isBelow(one, directory))
  const isCode = isCertain || code.codeEnding.test(path)
  const hash = await hashOf(path, { isCode, isInside: place !== undefined }).catch(ifRefused(undefined))
  if (hash === undefined) return undefined
  return { path: place === undefined ? path : relative(directory, place).split(sep).join('/'), hash }
}

/** Undefined for what is no file, or data. */
async function hashOf(path: string, { isCode, isInside }: { readonly isCode: boolean; readonly isInside: boolean }) {
  // Opening a named pipe would wait for a writer.
  if (!(await stat(path)).isFile()) return undefined
  await using file = await open(path, 'r')
  const { buffer } = await file.read(Buffer.alloc(4), 0, 4, 0)
  const begins = code.startedMagic.findIndex((magic) => buffer.toString('hex').startsWith(magic))
  // Programs of the system are not read: what lies outside changes when the user installs it.
  if (!isCode && begins !== 0 && !(begins > 0 && isInside)) return undefined
  const hash = createHash('sha256')
  for await (const chunk of file.createReadStream({ start: 0, autoClose: false })) hash.update(chunk as Buffer)
  return hash.digest('hex')
}

/** A name that no path is: of a package, maybe with its scope. */
const packageName = /^(?:@[\w.-]+\/)?[\w-][\w.-]*(?:\/[\w./-]+)?$/

function isBelow(path: string, folder: string): boolean {
  return isInside(folder, path) && relative(folder, path) !== ''
}
