import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** What a new module can start as. Each has a folder below `templates`. */
export const moduleKinds = ['agents', 'source', 'sub-agent', 'runner', 'writer', 'hooks'] as const

/** Kind of a new module: agents alone, or one kind of code. */
export type ModuleKind = (typeof moduleKinds)[number]

/** A file of a new module, its path relative to the module's folder, with `/`. */
export type TemplateFile = { readonly path: string; readonly text: string }

/** The files of a new module. What lies in `templates` is a module as it stands, called `my-module`. */
export async function moduleTemplate(
  kind: ModuleKind,
  { name, description }: { readonly name: string; readonly description?: string | undefined },
): Promise<readonly TemplateFile[]> {
  const folder = fileURLToPath(new URL(`../../templates/${kind}/`, import.meta.url))
  const title = titleOf(name)
  const sentence = description ?? standIn.replace(titleOf(standInName), title)
  // In one pass: what is put in may hold the same words.
  const filled = (text: string): string =>
    text.replaceAll(standIns, (found) => {
      if (found === standInName) return name
      if (found === titleOf(standInName)) return title
      // YAML reads a string of JSON as it is.
      return found === standIn ? sentence : JSON.stringify(sentence)
    })
  const paths = (await Array.fromAsync(glob('**/*.*', { cwd: folder }))).toSorted()
  return await Promise.all(
    paths.map(async (path) => ({
      path: path.replaceAll('\\', '/').replaceAll(standInName, name),
      text: filled(await readFile(join(folder, path), 'utf8')),
    })),
  )
}

const standInName = 'my-module'
const standIn = 'My module. Say here what it does and when it is of use.'
const standIns = new RegExp(`(['"])${RegExp.escape(standIn)}\\1|${RegExp.escape(standIn)}|My module|my-module`, 'g')

/** `rose-pruner` as `Rose pruner`. */
function titleOf(name: string): string {
  const words = name.replaceAll(/[-.]/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
