import { fork } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runJson } from './one-process.ts'
import { trustAll } from './trust-all.ts'
import { sample } from './run-datacortex.ts'

/** The library of the tour: its pages, and what a space needs to ask them. */
export const library: string = join(sample, 'library')

/** The site of the library, served on this machine until it is disposed. */
export type LibrarySite = AsyncDisposable & { readonly url: string; readonly port: number }

/** Starts the program that the README starts, on a free port. */
export async function startLibrarySite(): Promise<LibrarySite> {
  const child = fork(join(library, 'serve.js'), ['0'], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const [url] = await once(child, 'message')
  return {
    url: String(url),
    port: Number(new URL(String(url)).port),
    [Symbol.asyncDispose]: async () => {
      const ended = once(child, 'exit')
      child.disconnect()
      await ended
    },
  }
}

/** Makes a space that may ask the site and a folder of texts, and nobody on the internet. */
export async function makeLibrarySpace(
  root: string,
  { port, texts, more = '' }: { readonly port: number; readonly texts: string; readonly more?: string },
): Promise<void> {
  await runJson(['init'], { cwd: root })
  await cp(join(library, 'texts'), texts, { recursive: true })
  const [sources, settings] = await Promise.all(
    ['sources.yaml', 'settings.yaml'].map(async (file) => await readFile(join(library, file), 'utf8')),
  )
  await writeFile(join(root, '.datacore/registry/sources.yaml'), `${here(sources, port)}${more}`)
  await appendFile(
    join(root, '.datacore/settings.yaml'),
    here(settings, port).replace('~/lighthouses', JSON.stringify(texts)),
  )
  await trustAll(root)
}

/** The files name the port of the README. */
function here(text: string | undefined, port: number): string {
  return (text ?? '').replaceAll('8042', String(port))
}
