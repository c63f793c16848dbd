import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { delimiter, isAbsolute, join, resolve } from 'node:path'
import { ifRefused } from '../files/if-missing.ts'

/** Where a program is looked for. */
export type ProgramPlace = {
  /** In which it is started. */
  readonly directory: string
  /** Value of PATH that it is started with. */
  readonly path: string | undefined
}

/** The file that is started for a program; undefined if there is none. Relative entries of PATH are left out. */
export async function programPath(
  program: string,
  { directory, path = '' }: ProgramPlace,
): Promise<string | undefined> {
  const places = /[/\\]/.test(program)
    ? [resolve(directory, program)]
    : entriesOf(path).flatMap((entry) => (isAbsolute(entry) ? [join(entry, program)] : []))
  for (const place of places)
    for (const ending of endings) if (await isProgram(`${place}${ending}`)) return `${place}${ending}`
  return undefined
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
  try {
    await access(file, constants.X_OK)
    return (await stat(file)).isFile()
  } catch (error) {
    return ifRefused(false)(error)
  }
}
