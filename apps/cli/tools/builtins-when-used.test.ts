import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { rolldown } from 'rolldown'
import { expect, onTestFinished, test } from 'vitest'
import { builtinsWhenUsed } from './builtins-when-used.ts'

test('a bundle asks for what Node has, by whatever names it has it, and commander loads no programs of others', async () => {
  const root = await mkdtemp(join(tmpdir(), 'builtins-'))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  const files = {
    'package.json': '{"type":"module"}',
    'main.js': `import process from 'node:process'
import path, { join as joined } from 'path'
import { sep } from 'node:path'
import * as url from 'node:url'
import { start } from 'commander'
const loaded = () => process.moduleLoadList.includes('NativeModule child_process')
const before = loaded()
start(() => console.log(JSON.stringify([path.sep === sep, joined('a', 'b') === 'a' + sep + 'b', typeof url.URL, before, loaded()])))
`,
    'node_modules/commander/package.json': '{"type":"module","exports":"./index.js"}',
    'node_modules/commander/index.js': `import childProcess from 'node:child_process'
export const start = (done) => childProcess.spawn(process.execPath, ['-e', '0']).on('close', done)`,
  }
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, name)), { recursive: true })
    await writeFile(join(root, name), text)
  }
  const build = await rolldown({ input: join(root, 'main.js'), platform: 'node', plugins: [builtinsWhenUsed()] })
  const { output } = await build.generate({ format: 'esm' })
  const [{ code }] = output
  // What is asked for as a whole keeps the form that has a default too.
  expect(Array.from(code.matchAll(/^import .*$/gm), ([line]) => line)).toEqual(['import * as url from "node:url";'])
  await writeFile(join(root, 'bundle.mjs'), code)
  const { stdout } = await promisify(execFile)(process.execPath, [join(root, 'bundle.mjs')])
  expect(JSON.parse(stdout)).toEqual([true, true, 'function', false, true])
})
