import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { definePlugin } from '@datacortex/plugin'
import { expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { startPlugin } from './start-plugin.ts'

const directory = fileURLToPath(new URL('__fixtures__/source-tides', import.meta.url))
const refusing = definePlugin({
  name: 'source-tides',
  kind: 'runner',
  config: z.object({ command: z.string() }),
  setup: () => Promise.reject(new Error('refused by setup')),
})

test.each([
  [{ command: 7 }, 'expected string'],
  [{ command: 'cat' }, 'refused by setup'],
])('what is refused with the settings %j leaves no folder behind', async (settings, reason) => {
  const folder = await mkdtemp(join(tmpdir(), 'datacortex-testkit-'))
  onTestFinished(async () => await rm(folder, { recursive: true, force: true }))
  vi.stubEnv('TMPDIR', folder)
  await expect(startPlugin(refusing, { directory, settings })).rejects.toThrow(reason)
  expect(await readdir(folder)).toEqual([])
})
