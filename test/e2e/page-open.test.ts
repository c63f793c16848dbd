import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { browser } from './browser.ts'
import { environment } from './environment.ts'
import { program } from './run-datacortex.ts'
import { useSampleSpace } from './sample-space.ts'

const space = useSampleSpace()

test.runIf(process.platform === 'linux')(
  'the browser is not started with the link but with a file of its user alone',
  async () => {
    const { root } = space()
    const tools = join(root, '.tools')
    await mkdir(tools)
    await writeFile(join(tools, 'xdg-open'), `#!/bin/sh\necho "$@" > ${JSON.stringify(join(tools, 'given'))}\n`)
    await chmod(join(tools, 'xdg-open'), 0o755)
    const env = environment(root)
    const server = spawn(process.execPath, [program, 'open', '--json', '--root', root], {
      env: { ...env, PATH: `${tools}${delimiter}${env['PATH'] ?? process.env['PATH'] ?? ''}` },
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    onTestFinished(async () => {
      server.kill('SIGTERM')
      await once(server, 'exit')
    })
    const [line] = await once(server.stdout, 'data')
    const { url: link } = JSON.parse(String(line)) as { readonly url: string }
    const given = async (): Promise<string> => await readFile(join(tools, 'given'), 'utf8').catch(() => '')
    await expect.poll(given).toMatch(/^file:.*\.html\n$/)
    expect(await given()).not.toContain('code=')
    const file = (await given()).trim()
    expect((await stat(fileURLToPath(file))).mode & 0o777).toBe(0o600)
    expect(await readFile(fileURLToPath(file), 'utf8')).toContain(link)
    const context = await (await browser()).newContext()
    onTestFinished(async () => await context.close())
    const page = await context.newPage()
    await page.goto(file)
    await page.getByRole('heading', { name: 'Find', level: 1 }).waitFor()
  },
)

test('the pictures of the documentation are small', async () => {
  for (const name of ['page-find', 'page-note']) {
    const picture = await readFile(new URL(`../../apps/docs/${name}.png`, import.meta.url))
    expect(picture.subarray(1, 4).toString()).toBe('PNG')
    expect(picture.byteLength).toBeLessThan(150_000)
  }
})

test('the licences of what the page contains come with it', async () => {
  const file = new URL('../../apps/cli/dist/page/THIRD-PARTY-NOTICES.md', import.meta.url)
  expect(await readFile(file, 'utf8')).toMatch(/^## react-dom - \d/m)
})
