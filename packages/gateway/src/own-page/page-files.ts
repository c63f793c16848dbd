import { readFileSync } from 'node:fs'
import { readFile, readdir } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { gzipSync } from 'node:zlib'

/** A file of the built page, as it is sent. */
export type PageFile = {
  readonly body: Buffer
  /** Shorter, by the name of the encoding, each read or made once; Brotli where the build made it. */
  readonly encoded: Readonly<Partial<Record<'br' | 'gzip', () => Buffer>>>
  readonly type: string
}

/** The files of the built page by their paths, read once. */
export type PageFiles = () => Promise<ReadonlyMap<string, PageFile>>

/** Reads the built page of a folder when it is first asked for. */
export function pageFiles(folder: string): PageFiles {
  let read: Promise<ReadonlyMap<string, PageFile>> | undefined
  return async () => await (read ??= readAll(folder))
}

async function readAll(folder: string): Promise<ReadonlyMap<string, PageFile>> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  const names = new Set(entries.map((one) => join(one.parentPath, one.name)))
  const files = entries.flatMap((one) => {
    const type = types[extname(one.name)]
    return one.isFile() && type !== undefined ? [{ file: join(one.parentPath, one.name), type }] : []
  })
  const read = files.map(async ({ file, type }) => {
    const body = await readFile(file)
    const path = file.slice(folder.length).replaceAll('\\', '/').replace(/^\/+/, '')
    const gzip = once(() => gzipSync(body))
    const br = names.has(`${file}.br`) ? { br: once(() => readFileSync(`${file}.br`)) } : {}
    return [path, { body, encoded: { ...br, gzip }, type }] as const
  })
  return new Map(await Promise.all(read))
}

function once(make: () => Buffer): () => Buffer {
  let made: Buffer | undefined
  return () => (made ??= make())
}

const types: Readonly<Record<string, string | undefined>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
}
