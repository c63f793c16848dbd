import { fork } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Tour } from './demo-step.ts'

/** Serves the sample library on this machine, ends it with the tour, and tells the space whom it may ask. */
export async function serveLibrary({ folder, values, stack }: Tour): Promise<void> {
  const library = join(folder, 'sample/library')
  const child = fork(join(library, 'serve.js'), ['0'], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  stack.defer(() => {
    child.kill()
  })
  const [url] = await once(child, 'message')
  values.set('library', String(url))
  // The files name the port of the README and a folder of the reader.
  const here = async (file: string): Promise<string> =>
    (await readFile(join(library, file), 'utf8'))
      .replaceAll('8042', new URL(String(url)).port)
      .replace('~/lighthouses', JSON.stringify(join(library, 'texts')))
  const settings = join(folder, 'desk/.datacore')
  await writeFile(join(settings, 'registry/sources.yaml'), await here('sources.yaml'))
  await appendFile(join(settings, 'settings.yaml'), `\n${await here('settings.yaml')}`)
}

/** Names one more source of the space: a page that the site does not have, so that it fails whenever it is asked. */
export async function addFailingSource({ folder, values }: Tour): Promise<void> {
  const entry = {
    type: 'api',
    description: 'An archive that has moved away',
    tool: 'http',
    layers: ['research'],
    content_type: 'documents',
    request: { url: `${values.get('library')}archive?q={query}` },
    response: { items: '$.results[*]', title: 'name', url: 'link', text: 'about' },
  }
  await appendFile(join(folder, 'desk/.datacore/registry/sources.yaml'), `\n  old-archive: ${JSON.stringify(entry)}\n`)
}
