import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CodedError } from '@datacortex/errors'
import { createSpace, ownPaths, createWritesBroker, readSettings, undoWrites } from '@datacortex/platform'
import type { Speech } from '@datacortex/plugin'
import { expect, onTestFinished, test, vi } from 'vitest'
import { workOf } from '../__fixtures__/work-space.ts'
import { spaceCommands } from '../caller/space-commands.ts'
import { scriptSpeaker } from './speak-script.ts'

const { signal } = new AbortController()
const espeak = fileURLToPath(new URL('../../../../plugins/speech-espeak/src/__fixtures__/espeak.mjs', import.meta.url))
const turns = [{ speaker: 'guest', text: 'Die Flut steigt bei Neumond.', claimIds: ['f1'] }] as const

const asIs = (speech: Speech): Speech => speech

/** Speaks with the settings as they come, but for the program behind speech-espeak. */
async function spoken(
  language: string,
  {
    command,
    paid = asIs,
    grants = ['*'],
    approved = true,
  }: {
    readonly command: string
    readonly paid?: typeof asIs
    readonly grants?: readonly string[]
    readonly approved?: boolean
  },
) {
  const root = await mkdtemp(join(tmpdir(), 'datacortex-speak-'))
  onTestFinished(async () => await rm(root, { recursive: true, force: true }))
  const paths = ownPaths((await createSpace(root)).paths)
  await writeFile(paths.settingsFile, `plugins: {speech-espeak: {command: ${JSON.stringify(command)}}}\n`)
  const settings = await readSettings(paths)
  const work = workOf(paths)
  const { modules } = (await work.catalogue()).modules
  vi.stubEnv('DATACORTEX_CONFIG_DIR', join(root, 'user'))
  const commands = approved ? await spaceCommands(work, { modules, settings }) : []
  for (const { approve } of commands) await approve()
  const broker = createWritesBroker({ root, run: 'research-1', grants })
  const speak = scriptSpeaker(work, { modules, settings, broker })
  return {
    root,
    ...(await speak?.(turns, {
      path: 'episode.wav',
      title: 'Ebbe und Flut',
      language,
      paid,
      signal,
    })),
  }
}

test('what the first back end has no voice for is spoken by the next one, if its program is installed', async () => {
  const { root, path, problems } = await spoken('de', { command: espeak })
  expect([path, problems]).toEqual(['episode.wav', []])
  // The rate of the second one.
  expect((await readFile(join(root, 'episode.wav'))).readUInt32LE(24)).toBe(22_050)
})

test('what was spoken is taken back with the run', async () => {
  const { root, path = '' } = await spoken('de', { command: espeak })
  const { removed, kept } = await undoWrites('research-1', { root })
  expect(removed).toEqual(expect.arrayContaining([path, 'episode.vtt']))
  expect(kept).toEqual([])
  expect((await readdir(root)).filter((name) => name.startsWith('episode'))).toEqual([])
})

test('an agent that may write no sound: there is the script alone, and why', async () => {
  const { path, problems } = await spoken('de', { command: espeak, grants: ['*.md'] })
  expect([path, problems?.length]).toEqual([undefined, 1])
  expect(problems?.[0]).toMatch(/^there is a script and no audio: .*episode\.wav.* not granted/)
})

test.each([
  ['de', 'speech-flite has no voice for de; speech-espeak: The program /nowhere/espeak-ng is not installed.'],
  ['und', 'its language was not recognised'],
])('nobody speaks %s: there is the script alone, and why', async (language, reason) => {
  const { path, problems } = await spoken(language, { command: '/nowhere/espeak-ng' })
  expect([path, problems?.length]).toEqual([undefined, 1])
  expect(problems?.[0]).toMatch(/^there is a script and no audio: /)
  expect(problems?.[0]).toContain(reason)
})

test('a program that nobody said yes to is not run, and named', async () => {
  const { path, problems } = await spoken('de', { command: espeak, approved: false })
  expect(path).toBeUndefined()
  expect(problems?.[0]).toMatch(/^there is a script and no audio: .*datacortex trust allow plugins\.speech-espeak/)
})

test('the run pays: it is asked before a back end speaks', async () => {
  const paid = (speech: Speech): Speech => ({
    ...speech,
    speak: () => Promise.reject(new CodedError('TEST_NO_MONEY', 'There is no money left.')),
  })
  const { path, problems } = await spoken('de', { command: espeak, paid })
  expect(path).toBeUndefined()
  expect(problems?.[0]).toContain('speech-espeak: There is no money left.')
})
