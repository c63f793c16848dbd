import { posix } from 'node:path'
import { splitFrontMatter } from '@datacortex/text'

/** The title of a text: of its front matter, its first heading, else the name of its file. */
export function titleOf(text: string, path: string): string {
  const start = text.slice(0, 5000)
  const given = /^title: *["']?(.*?)["']? *\r?$/m.exec(splitFrontMatter(start)?.yaml ?? '')?.[1]
  const heading = /^# +(.+?) *#*$/m.exec(start)?.[1]
  const name = posix.basename(path, posix.extname(path))
  const title =
    [given, heading, name].map((one) => (one ?? '').replace(/\s+/g, ' ').trim()).find((one) => one !== '') ?? path
  return title.slice(0, 300).trim()
}
