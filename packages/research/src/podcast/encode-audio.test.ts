import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { encodeAudio } from './encode-audio.ts'

const folder = await mkdtemp(join(tmpdir(), 'datacortex-encode-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
const { signal } = new AbortController()
const wave = join(folder, 'a.wav')
await writeFile(wave, 'sound')

/** Stands in for an encoder: its last two arguments are source and target. */
async function install(name: string, commands: string): Promise<void> {
  const bin = await mkdtemp(join(folder, 'bin-'))
  await writeFile(join(bin, name), `#!/bin/sh\nfor last; do before=$now; now=$last; done\n${commands}\n`)
  await chmod(join(bin, name), 0o755)
  vi.stubEnv('PATH', `${bin}:/bin:/usr/bin`)
}

test('the program that is installed compresses, and the file appears when it is whole', async () => {
  await install('lame', 'cat "$before" > "$now"')
  const out = join(folder, 'a.mp3')
  expect(await encodeAudio(wave, { format: 'mp3', out, signal })).toBe(out)
  expect(await readFile(out, 'utf8')).toBe('sound')
})

test('a program that fails leaves nothing', async () => {
  await install('opusenc', 'echo half > "$now"; exit 1')
  expect(await encodeAudio(wave, { format: 'opus', out: join(folder, 'b.opus'), signal })).toBeUndefined()
  expect((await readdir(folder)).filter((name) => name.startsWith('b.'))).toEqual([])
})

test('who gives up is heard, and nothing half done is left', async () => {
  await install('lame', 'echo half > "$now"; exec sleep 1000')
  const controller = new AbortController()
  const encoding = encodeAudio(wave, { format: 'mp3', out: join(folder, 'c.mp3'), signal: controller.signal })
  const begun = async (): Promise<readonly string[]> => (await readdir(folder)).filter((name) => name.startsWith('c.'))
  await expect.poll(begun).not.toEqual([])
  controller.abort(new Error('enough'))
  await expect(encoding).rejects.toThrow('enough')
  expect(await begun()).toEqual([])
})

test('no encoder is taken from a relative folder of PATH', async () => {
  await install('lame', 'cat "$before" > "$now"')
  vi.stubEnv('PATH', `bin:${process.env['PATH']}`)
  const encoding = encodeAudio(wave, { format: 'mp3', out: join(folder, 'd.mp3'), signal })
  await expect(encoding).rejects.toMatchObject({ code: 'PLATFORM_PROGRAM_REFUSED' })
})
