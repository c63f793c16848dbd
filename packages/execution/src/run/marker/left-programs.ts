import { readdir, readFile, readlink, realpath } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { type SpacePaths, ifRefused } from '@datacortex/platform'

/** Process groups that a run started in the space and that outlived it, known by its id in their environment. */
export async function leftPrograms(
  { root }: SpacePaths,
  { id, folder = '/proc' }: { id: string; folder?: string | undefined },
): Promise<readonly number[]> {
  const mark = `DATACORTEX_EXECUTION=${id}`
  const processes = await readdir(folder).catch(ifRefused<string[]>([]))
  const space = await realpath(root)
  const groups = new Set<number>()
  for (const name of processes) {
    // The one who asks may have been started by it.
    if (!/^\d+$/.test(name) || Number(name) === process.pid) continue
    const environment = await readFile(join(folder, name, 'environ'), 'latin1').catch(ifRefused(undefined))
    if (environment?.split('\0').includes(mark) !== true) continue
    const directory = await readlink(join(folder, name, 'cwd')).catch(ifRefused(''))
    const group = groupOf(await readFile(join(folder, name, 'stat'), 'latin1').catch(ifRefused('')))
    if (group !== undefined && `${directory}${sep}`.startsWith(`${space}${sep}`)) groups.add(group)
  }
  return [...groups].sort((a, b) => a - b)
}

/** The fifth field; the second is the name of the program in brackets, which may have any characters. */
function groupOf(stat: string): number | undefined {
  const [, group] = /^ \S+ \d+ (\d+) /.exec(stat.slice(stat.lastIndexOf(')') + 1)) ?? []
  return group === undefined ? undefined : Number(group)
}
