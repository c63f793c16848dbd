import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { delimiter, dirname, isAbsolute, join, relative, resolve } from 'node:path'
import { CodedError, codedError } from '@datacortex/errors'
import { platformError } from '../errors.ts'
import { ifRefused } from '../files/if-missing.ts'
import { findSpace } from '../space/find-space.ts'

/** The file that is started for a program in a folder, with a PATH; undefined if there is none. Its relative entries are left out. */
export async function programPath(
  program: string,
  { directory, path = '' }: { directory: string; path: string | undefined },
) {
  const places = /[/\\]/.test(program)
    ? [resolve(directory, program)]
    : entriesOf(path).flatMap((entry) => (isAbsolute(entry) ? [join(entry, program)] : []))
  for (const place of places)
    for (const ending of endings) if (await isProgram(`${place}${ending}`)) return `${place}${ending}`
  return undefined
}

/**
 * The file that is started for a program of this machine, so that no folder from elsewhere can bring one of that name.
 * @param program - Its name on PATH; given back as it is if there is none.
 * @throws `PLATFORM_PROGRAM_REFUSED` if PATH has a relative entry, or the program lies in a space.
 * @example execFile(await programToStart('git'), ['--version'])
 */
export async function programToStart(program: string): Promise<string> {
  const path = process.env['PATH']
  const entry = relativeEntry(path)
  if (entry !== undefined) throw platformError('PLATFORM_PROGRAM_REFUSED', { program, place: entry })
  const file = await programPath(program, { directory: process.cwd(), path })
  if (file === undefined) return program
  const space = await findSpace(dirname(file)).catch(codedError)
  // Who keeps a space in the folder of home has programs of their own below it.
  if (CodedError.is(space) || !relative(space.root, homedir()).startsWith('..')) return file
  throw platformError('PLATFORM_PROGRAM_REFUSED', { program, place: dirname(file) })
}

/** An entry of PATH under which a folder from elsewhere could bring a program of any name; undefined if there is none. */
export function relativeEntry(path: string | undefined): string | undefined {
  return path === undefined ? undefined : entriesOf(path).find((entry) => !isAbsolute(entry))
}

function entriesOf(path: string): readonly string[] {
  return path.split(delimiter).map((entry) => entry.replace(/^"(.*)"$/, '$1'))
}

const endings = process.platform === 'win32' ? ['', '.com', '.exe', '.bat', '.cmd'] : ['']

async function isProgram(file: string): Promise<boolean> {
  return await access(file, constants.X_OK)
    .then(async () => (await stat(file)).isFile())
    .catch(ifRefused(false))
}
