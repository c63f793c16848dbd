import { spawnSync } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, readFile, realpath, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'

const steps = [
  'node_modules/typescript/bin/tsc',
  'packages/embeddings/dist/make-int8-model.js',
  'apps/cli/tools/bundle.ts',
]
const page = 'apps/web/node_modules/vite/bin/vite.js'

test('a checkout is built when something that is compiled was changed since the last time, and not otherwise', async () => {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'build-')))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  const write = async (path: string, text: string) => {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), text)
    return path
  }
  const own = 'apps/cli/tools/build.js'
  await write(own, '')
  await copyFile(join(import.meta.dirname, 'build.js'), join(root, own))
  for (const step of [...steps, page])
    await write(step, `process.getBuiltinModule('node:fs').appendFileSync('steps', '${step}\\n')`)
  for (const folder of ['apps/cli', 'apps/web', 'plugins/x', 'packages/text'])
    await write(`${folder}/package.json`, '{"type":"module"}')
  for (const path of [
    'apps/cli/dist/main.js',
    'apps/cli/dist/page/index.html',
    'pnpm-lock.yaml',
    'tsconfig.json',
    'tsconfig.base.json',
  ])
    await write(path, '')
  const source = await write('packages/text/src/words/dates.ts', '')
  const other = await write('packages/text/src/words/dates.test.ts', '')
  const built = async () => {
    const code = `import(${JSON.stringify(pathToFileURL(join(root, own)).href)}).then((it) => process.exitCode = it.buildChanged())`
    const { status, stderr } = spawnSync(process.execPath, ['-e', code], { cwd: root, encoding: 'utf8' })
    const ran = await readFile(join(root, 'steps'), 'utf8').catch(() => '')
    await rm(join(root, 'steps'), { force: true })
    return { status, stderr, steps: ran.split('\n').length - 1 }
  }
  const touch = async (path: string) => await utimes(join(root, path), new Date('2100-01-01'), new Date('2100-01-01'))

  expect(await built()).toEqual({ status: 0, stderr: expect.stringContaining('first time'), steps: 4 })
  const nothing = { status: 0, stderr: '', steps: 0 }
  expect(await built()).toEqual(nothing)
  await touch(other)
  expect(await built()).toEqual(nothing)
  await touch(source)
  expect(await built()).toEqual({ ...nothing, steps: 3 })
  await rm(join(root, source))
  await touch(dirname(source))
  expect(await built()).toEqual({ ...nothing, steps: 3 })
  await touch(await write('apps/web/index.html', ''))
  expect(await built()).toEqual({ ...nothing, steps: 4 })
  await write(steps[0] ?? '', `console.log('dates.ts(1,1): error'); process.exitCode = 2`)
  expect(await built()).toEqual({ status: 2, stderr: 'dates.ts(1,1): error\n', steps: 0 })
})
