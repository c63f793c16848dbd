import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { rolldown } from 'rolldown'
import { expect, onTestFinished, test } from 'vitest'
import { atHome } from './at-home.ts'
import { noticesOf } from './notices.ts'
import { packageOf } from './package-of.ts'

const asker = `import { readFileSync } from 'node:fs'
export const reported = [
  readFileSync(new URL('./beside.txt', import.meta.url), 'utf8'),
  import.meta.filename.slice(-14),
  import.meta.dirname.slice(-8),
]
`

/** A program in `app/dist` with a package of ours and a foreign one. */
async function program(): Promise<string> {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'bundle-')))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  const files = {
    'app/package.json': '{"name":"app","version":"1.0.0","type":"module","dependencies":{"@datacortex/part":"*"}}',
    'app/dist/main.js': `import { reported } from './deep/ask.js'
import { reported as ofPart } from '@datacortex/part'
import { foreign } from 'foreign'
console.log(JSON.stringify([reported, ofPart, foreign]))`,
    'app/dist/deep/ask.js': asker,
    'app/dist/deep/beside.txt': 'of the app',
    'part/package.json': `{"name":"@datacortex/part","version":"1.0.0","type":"module",
      "exports":{".":"./dist/deep/ask.js","./package.json":"./package.json"}}`,
    'part/dist/deep/ask.js': asker,
    'part/dist/deep/beside.txt': 'of the part',
    'foreign/package.json': '{"name":"foreign","version":"2.0.0","license":"MIT","exports":"./esm/index.js"}',
    'foreign/esm/package.json': '{"name":"foreign","type":"module"}',
    'foreign/esm/index.js': "export const foreign = ['far']",
    'foreign/LICENSE.txt': '\nDo what you like.\n',
  }
  for (const [name, text] of Object.entries(files)) {
    const place = join(root, name.startsWith('foreign') ? join('node_modules', name) : name)
    await mkdir(dirname(place), { recursive: true })
    await writeFile(place, text)
  }
  await mkdir(join(root, 'app/node_modules/@datacortex'), { recursive: true })
  await symlink(join(root, 'part'), join(root, 'app/node_modules/@datacortex/part'))
  return root
}

async function said(file: string): Promise<unknown> {
  return JSON.parse((await promisify(execFile)(process.execPath, [file])).stdout)
}

test('bundled code finds what lies beside the file that it was written in', async () => {
  const root = await program()
  const home = join(root, 'app')
  const build = await rolldown({ input: join(home, 'dist/main.js'), platform: 'node', plugins: [atHome(home)] })
  const { output } = await build.write({ dir: join(home, 'bundle'), format: 'esm' })
  expect(output).toHaveLength(1)
  const inDist = await said(join(home, 'dist/main.js'))
  expect(inDist).toEqual([
    ['of the app', 'st/deep/ask.js', 'ist/deep'],
    ['of the part', 'st/deep/ask.js', 'ist/deep'],
    ['far'],
  ])
  expect(await said(join(home, 'bundle/main.js'))).toEqual(inDist)
  const [{ moduleIds }] = output
  expect(await noticesOf(moduleIds)).toBe(
    '# Packages that this program contains\n\n## foreign 2.0.0\n\nDo what you like.\n',
  )
})

test('a part whose files are found by its name has to be a dependency', async () => {
  const root = await program()
  const home = join(root, 'app')
  await writeFile(join(home, 'package.json'), '{"name":"app","type":"module","dependencies":{}}')
  const build = await rolldown({ input: join(home, 'dist/main.js'), platform: 'node', plugins: [atHome(home)] })
  await expect(build.generate({ format: 'esm' })).rejects.toThrow('package.json has to name @datacortex/part')
})

test('a package without the text of a licence is named with it; one that names none is refused', async () => {
  const root = await program()
  const file = join(root, 'node_modules/foreign/esm/index.js')
  await rm(join(root, 'node_modules/foreign/LICENSE.txt'))
  expect(await noticesOf([file])).toContain('## foreign 2.0.0\n\nLicence: MIT\n')
  await writeFile(join(root, 'node_modules/foreign/package.json'), '{"name":"foreign","version":"2.0.0"}')
  await expect(noticesOf([file])).rejects.toThrow('foreign names no licence')
})

test('a file that belongs to no package is an error', async () => {
  await expect(packageOf('/nowhere/at/all.js')).rejects.toThrow('belongs to no package')
})
