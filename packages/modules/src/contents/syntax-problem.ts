import { execFile } from 'node:child_process'
import { relative } from 'node:path'
import { patientLimit, readTextFile } from '@datacortex/platform'

/** Why a file can't be parsed or is not there, with file and line; undefined if nothing is wrong. Nothing is run. */
export async function syntaxProblem(
  file: string,
  { directory, signal }: { readonly directory: string; readonly signal?: AbortSignal | undefined },
): Promise<string | undefined> {
  const read = await readTextFile(file)
  const path = relative(directory, file).replaceAll('\\', '/')
  if (!read.ok) return `${path}: ${read.reason}`
  if (/\.[cm]?ts$/i.test(file))
    return await parse(file, { path, flags: ['--no-warnings', '--eval', parseTypes], signal })
  if (/\.[cm]?js$/i.test(file)) return await parse(file, { path, flags: ['--check'], signal })
  return undefined
}

// `--check` takes no TypeScript.
const parseTypes =
  'require("node:module").stripTypeScriptTypes(require("node:fs").readFileSync(process.argv[1], "utf8"))'

function parse(
  file: string,
  { path, flags, signal }: { path: string; flags: readonly string[]; signal: AbortSignal | undefined },
): Promise<string | undefined> {
  const options = {
    // What the user lets Node load first is no part of the module.
    env: { ...process.env, NODE_OPTIONS: '' },
    timeout: patientLimit(10_000),
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
      resolve(`${path}${line === undefined ? '' : `:${line}`}: ${reason}`)
    })
  })
}
