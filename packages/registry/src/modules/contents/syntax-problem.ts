import { execFile } from 'node:child_process'
import { basename } from 'node:path'
import { readTextFile } from '@datacortex/platform'

/**
 * Why a file of JavaScript or TypeScript can't be parsed, or is not there. Nothing of it is run.
 *
 * @param file - Absolute path.
 * @param options - A signal that stops the look.
 * @returns The reason with the name of the file; undefined if nothing is wrong with its syntax.
 * @see https://nodejs.org/api/cli.html#-c---check
 */
export async function syntaxProblem(
  file: string,
  { signal }: { readonly signal?: AbortSignal | undefined } = {},
): Promise<string | undefined> {
  const read = await readTextFile(file)
  if (!read.ok) return `${basename(file)}: ${read.reason}`
  if (/\.[cm]?ts$/i.test(file)) return await parse(file, { with: ['--no-warnings', '--eval', parseTypes], signal })
  if (/\.[cm]?js$/i.test(file)) return await parse(file, { with: ['--check'], signal })
  return undefined
}

// `--check` takes no TypeScript.
const parseTypes =
  'require("node:module").stripTypeScriptTypes(require("node:fs").readFileSync(process.argv[1], "utf8"))'

function parse(
  file: string,
  { with: flags, signal }: { readonly with: readonly string[]; readonly signal: AbortSignal | undefined },
): Promise<string | undefined> {
  const options = {
    // What the user lets Node load first is no part of the module.
    env: { ...process.env, NODE_OPTIONS: '' },
    timeout: 10_000,
    windowsHide: true,
    ...(signal === undefined ? {} : { signal }),
  }
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [...flags, file], options, (_error, _stdout, stderr) => {
      if (signal?.aborted === true) return reject(signal.reason as Error)
      const reason = /^SyntaxError(?: \[\w+\])?: (.*)$/m.exec(stderr)?.[1]
      if (reason === undefined) return resolve(undefined)
      // Its first line is the place, with or without the name of the file.
      const line = /^.*:(\d+)$/m.exec(stderr)?.[1]
      resolve(`${basename(file)}${line === undefined ? '' : `:${line}`}: ${reason}`)
    })
  })
}
