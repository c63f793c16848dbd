import { readFile, readdir } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

/** A file of the built page, as it is sent. */
export type PageFile = {
  readonly body: Buffer
  /** Shorter, by the name of the encoding; each is made once. */
  readonly encoded: Readonly<Record<'br' | 'gzip', () => Buffer>>
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
  const files = entries.flatMap((one) => {
    const type = types[extname(one.name)]
    return one.isFile() && type !== undefined ? [{ file: join(one.parentPath, one.name), type }] : []
  })
  const read = files.map(async ({ file, type }) => {
    const body = await readFile(file)
    const path = file.slice(folder.length).replaceAll('\\', '/').replace(/^\/+/, '')
    // Above it takes thirty times as long for a hundredth less.
    const params = { [constants.BROTLI_PARAM_QUALITY]: 6 }
    const encoded = { br: once(() => brotliCompressSync(body, { params })), gzip: once(() => gzipSync(body)) }
    return [path, { body, encoded, type }] as const
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
