import { FileSettings } from './file-settings.ts'
import { readOrg } from './read-org.ts'

// More than a piece that the parser gets, so that its own growth, which is worse, is left behind.
export const stars = (size: number): (() => unknown) => read('*'.repeat(size * 2000))
export const openLinks = (size: number): (() => unknown) => read('[['.repeat(size * 1000))
/** Each deeper than the last, of about `size` thousand characters together. */
export const nestedItems = (size: number): (() => unknown) =>
  read(Array.from({ length: Math.sqrt(size * 4000) }, (_, depth) => `${' '.repeat(depth)}- item`).join('\n'))
export const headings = (size: number): (() => unknown) => read('* heading\ntext *bold*\n'.repeat(size * 20))

function read(text: string): () => unknown {
  const { signal } = new AbortController()
  const settings = FileSettings.parse({})
  return () => readOrg({ name: 'odd.org', bytes: new Uint8Array(), text: () => text, settings, signal })
}
