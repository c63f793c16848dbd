import { realpathSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { thrownText, attempt } from '@datacortex/errors'
import { syntaxProblem } from '../contents/syntax-problem.ts'

/** Why code of a module failed, with paths as they lie in the module, and the place of what can't be parsed. */
export async function failureReason(error: unknown, { directory }: { readonly directory: string }): Promise<string> {
  const message = placesOf(directory).reduce((rest, place) => rest.replaceAll(`${place}${sep}`, ''), thrownText(error))
  if (!(error instanceof Error) || error.name !== 'SyntaxError') return message
  return (await syntaxPlace(error, directory)) ?? message
}

/** Node resolves links, so files may have another name than the folder that we know. */
function placesOf(directory: string): readonly string[] {
  return attempt(
    () => [directory, realpathSync(directory)],
    () => [directory],
  )
}

/** Node puts the place before some syntax errors and leaves it out of others: those of plain JavaScript. */
async function syntaxPlace(error: Error, directory: string): Promise<string | undefined> {
  const [, address, line] = /^(file:\S+):(\d+)$/m.exec(error.stack?.split('\n', 1)[0] ?? '') ?? []
  if (address !== undefined) {
    const file = fileURLToPath(address.replace(/\?.*$/, ''))
    const place = placesOf(directory).find((folder) => file.startsWith(`${folder}${sep}`))
    if (place !== undefined) return `${relative(place, file).replaceAll(sep, '/')}:${line}: ${error.message}`
  }
  let looked = 0
  for await (const path of glob('**/*.{js,mjs,cjs}', { cwd: directory, exclude: ['node_modules'] })) {
    // Each is a process. Who brings more files has brought them bundled.
    if ((looked += 1) > mostFiles) return undefined
    const problem = await syntaxProblem(join(directory, path), { directory })
    if (problem !== undefined) return problem
  }
  return undefined
}

const mostFiles = 50
