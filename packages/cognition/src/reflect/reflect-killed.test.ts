import { type ChildProcess, type SpawnSyncReturns, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { sha256, spacePaths } from '@datacortex/platform'
import { expect, onTestFinished, test } from 'vitest'
import { mindFiles } from '../__fixtures__/mind-files.ts'
import { mindSpace } from '../__fixtures__/mind-space.ts'
import { readMind } from '../mind.ts'
import { remember } from '../remember.ts'
import { reflect } from './reflect.ts'

const now = new Date(2026, 10, 26, 14, 5)
const isLong = process.env['LONG'] !== undefined
const flags = ['--conditions=@datacortex/source', '--disable-warning=ExperimentalWarning']
const fixture = (name: string): string => fileURLToPath(new URL(`../__fixtures__/${name}`, import.meta.url))

/** Reflects in a process of its own, which is killed at a write. */
function reflectInChild(root: string, ...given: readonly string[]): SpawnSyncReturns<string> {
  return spawnSync(process.execPath, [...flags, fixture('reflect-in-child.ts'), root, 'watcher', ...given], {
    encoding: 'utf8',
  })
}

test('killed before or behind any write, the next run makes the same files, byte for byte', async () => {
  const { paths, minds } = await mindSpace('watcher')
  const { watcher } = minds
  const note = async (text: string) => await remember(watcher, { text, logOnly: true, now })
  await remember(watcher, { text: 'The pier opens at 8 on weekdays.', topic: 'pier', now })
  await note('- The pier opens at 9 on weekdays.\n- Ana prefers short mails.')
  await note('We decided to paint the kiosk blue.')
  await note('The kiosk sells maps of the coast.\nThe pier opens at 9 on weekdays.')
  const copy = async (): Promise<string> => {
    const root = await mkdtemp(join(tmpdir(), 'minds-'))
    onTestFinished(async () => await rm(root, { recursive: true, force: true }))
    await cp(paths.root, root, { recursive: true })
    return root
  }
  const time = String(now.getTime())
  const whole = await copy()
  const { stdout } = reflectInChild(whole, '0', 'never', time)
  const writes = Number(stdout)
  expect(writes).toBeGreaterThanOrEqual(8)
  const expected = await mindFiles(whole)
  for (let at = 1; at <= writes; at += 1)
    // Each moment, on one side of it in turn; both in `pnpm test:long`.
    for (const when of ['before', 'behind'].filter((_, side) => isLong || side === at % 2)) {
      const root = await copy()
      expect(reflectInChild(root, String(at), when, time).signal).toBe('SIGKILL')
      await reflect(await readMind(spacePaths(root), 'watcher'), { now })
      const files = await mindFiles(root)
      const left = Object.keys(files).filter((name) => !(name in expected))
      // What a killed write leaves beside its file is no file of a mind.
      expect(left.every((name) => /\/\.[^/]+$/.test(name))).toBe(true)
      for (const [name, text] of Object.entries(expected))
        expect(sha256(files[name] ?? ''), `${name} ${at} ${when}`).toBe(sha256(text))
    }
})

// Each line says what a child is about to write, and then that it is there.
const rounds = isLong ? 50 : 2
const writers = isLong ? 8 : 4

test(`${rounds} rounds of remembering and reflecting in ${writers} processes, some killed: nothing is lost, nothing there twice`, async () => {
  const { paths, minds } = await mindSpace('watcher')
  const { watcher } = minds
  const acknowledged = new Set<string>()
  for (let round = 0; round < rounds; round += 1) {
    const children = Array.from({ length: writers }, (_, place) => start(paths.root, `${round}.${place}`, place % 2))
    await Promise.all(
      children.map(async (child, place) => {
        let lines = 0
        for await (const line of createInterface({ input: child.stdout ?? process.stdin })) {
          if (line !== '') acknowledged.add(line)
          lines += 1
          // Each at another moment, and every fourth not at all.
          if (place % 4 !== 3 && lines === 2 + ((round + place) % 5)) child.kill('SIGKILL')
        }
        if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
        expect([0, null]).toContain(child.exitCode)
      }),
    )
  }
  await reflect(watcher, { now })
  const files = Object.entries(await mindFiles(paths.root))
  const textOf = (folder: string): string =>
    files.flatMap(([name, text]) => (name.includes(`/${folder}/`) && name.endsWith('.md') ? [text] : [])).join('\n')
  const counts = (text: string, pattern: RegExp): ReadonlyMap<string, number> => {
    const found = new Map<string, number>()
    for (const [said] of text.matchAll(pattern)) found.set(said, (found.get(said) ?? 0) + 1)
    return found
  }
  const logged = counts(textOf('logs'), /The lamp \w+ of the pier/g)
  const kept = counts(textOf('knowledge').replaceAll(/^(?!- (?:\[|The lamp)).*$/gm, ''), /The lamp \w+ of the pier/g)
  expect(acknowledged.size).toBeGreaterThan(rounds)
  expect([...acknowledged].filter((said) => !logged.has(said))).toEqual([])
  expect([...logged.keys()].filter((said) => !kept.has(said))).toEqual([])
  expect([...kept].filter(([, count]) => count > 1)).toEqual([])
})

function start(root: string, name: string, isReflecting: number): ChildProcess {
  const args = [...flags, fixture('remember-in-child.ts'), root, 'watcher', name, String(isReflecting)]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}
