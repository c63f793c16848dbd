import { open, readdir } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { constants } from 'node:fs'
import { join } from 'node:path'
import { CodedError, thrownText } from '@datacortex/errors'
import { systemErrorReason } from '@datacortex/platform'
import type { ReadEntry } from 'tar'
import { moduleError } from '../errors.ts'
import { checkModuleFiles, defaultModuleLimits, tooLarge } from '../contents/module-files.ts'
import type { ModuleFiles, ModuleLimits } from '../contents/module-files.ts'

// Text shrinks to a fifth, the most repetitive real data to a fiftieth; a bomb to a thousandth.
const maxCompressionRatio = 200
const alwaysAllowedBytes = 1_000_000
// Headers and padding of a tar file, per file.
const tarOverheadBytes = 2048

/** Reads a gzipped tar file into memory: regular files within limits, without a single top folder. */
export async function readModuleArchive(file: string, options: { readonly limits?: ModuleLimits | undefined } = {}) {
  const limits = options.limits ?? defaultModuleLimits
  const unpacked = await parseTar(await decompress(file, limits), { origin: file, limits })
  const files = withoutTopFolder(unpacked)
  checkModuleFiles(files, { origin: file, limits })
  return files
}

async function decompress(file: string, limits: ModuleLimits): Promise<Buffer> {
  const compressed = await readLimited(file, limits)
  const maxOutputLength = Math.min(
    limits.maxBytes + limits.maxFiles * tarOverheadBytes,
    Math.max(alwaysAllowedBytes, compressed.byteLength * maxCompressionRatio),
  )
  try {
    const tar = await promisify(gunzip)(compressed, { maxOutputLength })
    // The parser would unpack a second layer without our limit.
    if (tar.subarray(257, 262).toString('latin1') !== 'ustar' || isCompressed(tar))
      throw moduleError('MODULE_CONTENT_REFUSED', { origin: file, problems: ['it is not a gzipped tar file'] })
    return tar
  } catch (error) {
    if (CodedError.is(error, 'MODULE_CONTENT_REFUSED')) throw error
    const isBomb = error instanceof RangeError
    const problem = isBomb ? `it unpacks to more than ${maxOutputLength} bytes` : 'it is not a gzipped tar file'
    throw moduleError('MODULE_CONTENT_REFUSED', { origin: file, problems: [problem] }, { cause: error })
  }
}

async function readLimited(file: string, limits: ModuleLimits): Promise<Buffer> {
  try {
    await using handle = await open(file, 'r')
    const { size } = await handle.stat()
    if (size > limits.maxBytes)
      throw moduleError('MODULE_CONTENT_REFUSED', { origin: file, problems: [tooLarge(limits)] })
    return await handle.readFile()
  } catch (error) {
    if (CodedError.is(error, 'MODULE_CONTENT_REFUSED')) throw error
    const problems = [systemErrorReason(error)]
    throw moduleError('MODULE_CONTENT_REFUSED', { origin: file, problems }, { cause: error })
  }
}

function isCompressed(bytes: Buffer): boolean {
  const gzip = bytes[0] === 0x1f && bytes[1] === 0x8b
  const zstd = bytes.readUInt32BE(0) === 0x28b52ffd
  return gzip || zstd
}

type Unpacking = { readonly origin: string; readonly limits: ModuleLimits }

async function parseTar(tar: Buffer, { origin, limits }: Unpacking): Promise<ModuleFiles> {
  // Loaded here: every command loads this package, and hardly any reads an archive.
  const { Parser } = await import('tar')
  const chunks = new Map<string, Buffer[]>()
  const problems: string[] = []
  const parser = new Parser({
    strict: true,
    onReadEntry(entry: ReadEntry) {
      const path = entry.path.replace(/^(?:\.\/)+/, '')
      const problem = entryProblem(entry, { known: chunks, path })
      if (problem !== undefined) problems.push(problem)
      if (problem !== undefined || entry.type === 'Directory') {
        entry.resume()
        return
      }
      const content: Buffer[] = []
      chunks.set(path, content)
      if (chunks.size > limits.maxFiles) problems.push(`it has more than ${limits.maxFiles} files`)
      entry.on('data', (chunk: Buffer) => content.push(chunk))
    },
  })
  parser.on('error', (error: unknown) => problems.push(thrownText(error)))
  // Everything is in memory, so that the parser is done when `end` returns.
  parser.end(tar)
  if (problems.length > 0)
    throw moduleError('MODULE_CONTENT_REFUSED', { origin, problems: [...new Set(problems)].slice(0, 10) })
  return new Map([...chunks].map(([path, content]) => [path, Buffer.concat(content)]))
}

function entryProblem(
  entry: ReadEntry,
  { known, path }: { readonly known: ReadonlyMap<string, unknown>; readonly path: string },
): string | undefined {
  const shown = JSON.stringify(entry.path)
  if (entry.type === 'SymbolicLink' || entry.type === 'Link') return `${shown} is a link`
  if (entry.type !== 'File' && entry.type !== 'OldFile' && entry.type !== 'Directory')
    return `${shown} is not a regular file (${entry.type})`
  if (path.startsWith('/') || path.split('/').includes('..')) return `${shown} leaves the module`
  if (known.has(path)) return `${shown} is in it twice`
  return undefined
}

function withoutTopFolder(files: ModuleFiles): ModuleFiles {
  if (files.has('module.yaml')) return files
  const tops = new Set([...files.keys()].map((path) => path.split('/', 1)[0] ?? ''))
  const [top] = tops
  if (top === undefined || tops.size > 1) return files
  return new Map([...files].map(([path, content]) => [path.slice(top.length + 1), content]))
}

export type ReadFolderOptions = {
  /** Names in the folder itself that are left out. */
  readonly ignore?: readonly string[] | undefined
  readonly limits?: ModuleLimits | undefined
  readonly signal?: AbortSignal | undefined
}

/** Reads all files of a module's folder; links and special files are refused, not followed. */
export async function readModuleFolder(directory: string, options: ReadFolderOptions = {}): Promise<ModuleFiles> {
  const limits = options.limits ?? defaultModuleLimits
  const reading = { directory, limits, files: new Map<string, Uint8Array>(), bytes: 0, signal: options.signal }
  await readInto(reading, { folder: '', ignore: new Set(options.ignore) })
  checkModuleFiles(reading.files, { origin: directory, limits })
  return reading.files
}

type Reading = {
  readonly directory: string
  readonly limits: ModuleLimits
  readonly files: Map<string, Uint8Array>
  bytes: number
  readonly signal: AbortSignal | undefined
}

async function readInto(
  reading: Reading,
  { folder, ignore }: { readonly folder: string; readonly ignore?: ReadonlySet<string> },
): Promise<void> {
  reading.signal?.throwIfAborted()
  const entries = await readdir(join(reading.directory, folder), { withFileTypes: true }).catch((error: unknown) =>
    refuse(reading, `${folder === '' ? 'the folder' : folder} can't be read: ${systemErrorReason(error)}`),
  )
  for (const entry of entries) {
    if (ignore?.has(entry.name)) continue
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (entry.isDirectory()) await readInto(reading, { folder: path })
    else if (entry.isSymbolicLink()) refuse(reading, `${path} is a symbolic link`)
    else if (entry.isFile()) await readFileInto(reading, path)
    else refuse(reading, `${path} is not a regular file`)
  }
}

async function readFileInto(reading: Reading, path: string): Promise<void> {
  if (reading.files.size >= reading.limits.maxFiles)
    refuse(reading, `it has more than ${reading.limits.maxFiles} files`)
  // O_NOFOLLOW: the entry may have become a link since it was listed. Windows has no such flag.
  const opening = open(join(reading.directory, path), constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0))
  await using file = await opening.catch((error: unknown) =>
    refuse(reading, `${path} can't be read: ${systemErrorReason(error)}`),
  )
  const { size } = await file.stat()
  reading.bytes += size
  if (reading.bytes > reading.limits.maxBytes) refuse(reading, tooLarge(reading.limits))
  reading.files.set(path, await file.readFile())
}

function refuse(reading: Reading, problem: string): never {
  throw moduleError('MODULE_CONTENT_REFUSED', { origin: reading.directory, problems: [problem] })
}
