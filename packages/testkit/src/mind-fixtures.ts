import { cp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * A folder of an agent that fulfils a level of ACAS 1.4.0 and those below, in the layout of the specification.
 *
 * @param level - 1 to 3.
 * @returns An absolute path; tests copy it before they write there.
 * @example await cp(mindFixture(2), folder, { recursive: true })
 */
export function mindFixture(level: number): string {
  return fileURLToPath(new URL(`../fixtures/acas/level-${level}`, import.meta.url))
}

/** A folder of level 2 with one thing wrong, and the criterion that does not hold because of it. */
export type DamagedMind = {
  readonly name: string
  /** Such as `1.4`. */
  readonly breaks: string
  readonly damage: (folder: string) => Promise<void>
}

type Row = readonly [DamagedMind['breaks'], DamagedMind['name'], DamagedMind['damage']]

const twin =
  '  - {name: "Egret", uid: "1234567890", role: "", mention_syntax: "<@1234567890>", status: active, capabilities: []}\n'

const rows: readonly Row[] = [
  ['1.1', 'an entry file without the bootstrap flow', changed('AGENTS.md', /bootstrap/gi, 'beginning')],
  ['1.1', 'an entry file whose specification is not there', removed('acas-1.4.0.md')],
  ['1.2', 'an identity without persona', changed('identity.yaml', /^ {2}persona:.*\n/m, '')],
  ['1.2', 'a uid that is a number', changed('identity.yaml', /(["'])(9876543210)\1/, '$2')],
  ['1.2', 'a half-written identity', changed('identity.yaml', /(?<=personality.{3}).*/s, '')],
  ['1.4', 'a capability with a minor version', changed('identity.yaml', /:v1/, ':1.0')],
  ['1.5', 'a knowledge file without a changelog', changed('knowledge/tides.md', /## Changelog.*/s, '')],
  ['1.5', 'no knowledge', removed('knowledge')],
  ['2.1', 'no peers', removed('peers.yaml')],
  ['2.1', 'a registry without the agent itself', changed('peers.yaml', /9876543210/g, '111')],
  ['2.2', 'a peer whose mention has another uid', changed('peers.yaml', /<@12345/, '<@999')],
  ['2.2', 'two peers with one uid', changed('peers.yaml', /$/, twin)],
]

/** What is wrong in each, from the entry file to the registry of peers. */
export const damagedMinds: readonly DamagedMind[] = rows.map(([breaks, name, damage]) => ({ name, breaks, damage }))

/**
 * Copies the folder of level 2 and damages it there.
 *
 * @param damaged - One of `damagedMinds`.
 * @param folder - Made if it is not there.
 * @example for (const one of damagedMinds) await makeDamagedMind(one, join(folder, one.breaks))
 */
export async function makeDamagedMind(damaged: DamagedMind, folder: string): Promise<void> {
  await cp(mindFixture(2), folder, { recursive: true })
  await damaged.damage(folder)
}

function changed(path: string, what: RegExp, by: string): DamagedMind['damage'] {
  return async (folder) => {
    const file = join(folder, path)
    await writeFile(file, (await readFile(file, 'utf8')).replace(what, by))
  }
}

function removed(path: string): DamagedMind['damage'] {
  return async (folder) => await rm(join(folder, path), { recursive: true })
}
