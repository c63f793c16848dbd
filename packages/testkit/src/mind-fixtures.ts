import { appendFile, cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
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

/** What is wrong in each, from the entry file to the registry of peers. */
export const damagedMinds: readonly DamagedMind[] = [
  {
    name: 'an entry file without the bootstrap flow',
    breaks: '1.1',
    damage: changed('AGENTS.md', (text) => text.replaceAll(/bootstrap/gi, 'beginning')),
  },
  {
    name: 'an entry file whose specification is not there',
    breaks: '1.1',
    damage: async (folder) => await rm(join(folder, 'acas-1.4.0.md')),
  },
  {
    name: 'an identity without persona',
    breaks: '1.2',
    damage: changed('identity.yaml', (text) => text.replace(/^ {2}persona:.*\n/m, '')),
  },
  {
    name: 'a uid that is a number',
    breaks: '1.2',
    damage: changed('identity.yaml', (text) => text.replace(/(["'])9876543210\1/, '9876543210')),
  },
  {
    name: 'a half-written identity',
    breaks: '1.2',
    damage: changed('identity.yaml', (text) => text.slice(0, text.indexOf('personality') + 14)),
  },
  {
    name: 'a capability with a minor version',
    breaks: '1.4',
    damage: changed('identity.yaml', (text) => text.replace('recall:v1', 'recall:1.0')),
  },
  {
    name: 'a knowledge file without a changelog',
    breaks: '1.5',
    damage: changed('knowledge/tides.md', (text) => text.slice(0, text.indexOf('## Changelog'))),
  },
  {
    name: 'no knowledge',
    breaks: '1.5',
    damage: async (folder) => await rm(join(folder, 'knowledge'), { recursive: true }),
  },
  { name: 'no peers', breaks: '2.1', damage: async (folder) => await rm(join(folder, 'peers.yaml')) },
  {
    name: 'a registry without the agent itself',
    breaks: '2.1',
    damage: changed('peers.yaml', (text) => text.replaceAll('9876543210', '111')),
  },
  {
    name: 'a peer whose mention has another uid',
    breaks: '2.2',
    damage: changed('peers.yaml', (text) => text.replace('<@1234567890>', '<@999>')),
  },
  {
    name: 'two peers with one uid',
    breaks: '2.2',
    damage: async (folder) =>
      await appendFile(
        join(folder, 'peers.yaml'),
        '  - {name: "Egret", uid: "1234567890", role: "", mention_syntax: "<@1234567890>", status: active, capabilities: []}\n',
      ),
  },
]

/**
 * Copies the folder of level 2 and damages it there.
 *
 * @param damaged - One of `damagedMinds`.
 * @param folder - Made if it is not there.
 * @example for (const one of damagedMinds) await makeDamagedMind(one, join(folder, one.breaks))
 */
export async function makeDamagedMind(damaged: DamagedMind, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  await cp(mindFixture(2), folder, { recursive: true })
  await damaged.damage(folder)
}

function changed(path: string, change: (text: string) => string): (folder: string) => Promise<void> {
  return async (folder) => {
    const file = join(folder, path)
    await writeFile(file, change(await readFile(file, 'utf8')))
  }
}
