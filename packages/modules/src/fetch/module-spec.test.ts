import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporarySpace } from '../__fixtures__/temporary-space.ts'
import { parseModuleSpec } from './module-spec.ts'

test('tells folders, tarballs, git URLs and npm names apart', async () => {
  await using space = await temporarySpace()
  const directory = space.elsewhere
  await mkdir(join(directory, 'campaigns'))
  await writeFile(join(directory, 'm.tgz'), '')
  const kindOf = async (spec: string) => (await parseModuleSpec(spec, { directory, root: space.paths.root })).kind
  expect(await kindOf('./campaigns')).toBe('folder')
  expect(await kindOf('campaigns')).toBe('folder')
  expect(await kindOf(join(directory, 'campaigns'))).toBe('folder')
  expect(await kindOf('m.tgz')).toBe('tarball')
  expect(await kindOf('datacore-campaigns')).toBe('npm')
  expect(await kindOf('@acme/campaigns@^1.2.0')).toBe('npm')
  for (const spec of [
    'https://code.example/m.git',
    'git+ssh://git@code.example/m',
    'git@code.example:m.git',
    'file:///m.git',
  ])
    expect(await kindOf(spec)).toBe('git')
  expect(
    await parseModuleSpec('git+https://code.example/m.git#v1', { directory, root: space.paths.root }),
  ).toMatchObject({
    url: 'https://code.example/m.git',
    ref: 'v1',
  })
})

test('says where it looked', async () => {
  await using space = await temporarySpace()
  const options = { directory: space.elsewhere, root: space.paths.root }
  const place = join(space.elsewhere, 'nope')
  expect(await parseModuleSpec('nope', options)).toMatchObject({ kind: 'npm', path: place })
  await expect(parseModuleSpec('No Pe', options)).rejects.toThrowError(join(space.elsewhere, 'No Pe'))
})

test.each([
  ['', 'it is empty'],
  ['--upload-pack=evil', 'begins with a hyphen'],
  ['-rf', 'begins with a hyphen'],
  ['ext::sh -c evil', 'only https, ssh, git and file'],
  ['http://code.example/m.git', 'only https, ssh, git and file'],
  ['npm:other@1.0.0', 'only https, ssh, git and file'],
  ['https://code.example/m.git#--upload-pack=evil', 'begins with a hyphen'],
  ['ssh://-oProxyCommand=evil/m.git', 'begins with a hyphen'],
  ['./nowhere', 'there is nothing at'],
  ['nowhere.tgz', 'there is nothing at'],
  ['Not A Name', "can't be the name of an npm package"],
  ['name@file:../x', 'there is nothing at'],
  ['a\nb', 'control characters'],
])('refuses %j', async (spec, reason) => {
  await using space = await temporarySpace()
  await expect(parseModuleSpec(spec, { directory: space.elsewhere, root: space.paths.root })).rejects.toThrowError(
    expect.objectContaining({ code: 'MODULE_SPEC_INVALID', message: expect.stringContaining(reason) }),
  )
})

test('a module of the space is named from anywhere, before what lies in the working directory', async () => {
  await using space = await temporarySpace()
  const { root, modulesDirectory } = space.paths
  const spec = '.datacore/modules/campaigns'
  const parse = (text: string) => parseModuleSpec(text, { directory: space.elsewhere, root })
  await expect(parse(spec)).rejects.toThrowError(join(space.elsewhere, spec))
  await mkdir(join(space.elsewhere, spec), { recursive: true })
  expect(await parse(spec)).toMatchObject({ kind: 'folder', path: join(space.elsewhere, spec) })
  await mkdir(join(modulesDirectory, 'campaigns'), { recursive: true })
  for (const text of [spec, `./${spec}/`])
    expect(await parse(text)).toMatchObject({ kind: 'folder', path: join(modulesDirectory, 'campaigns') })
})
