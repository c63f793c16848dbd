import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../__fixtures__/temporary-folder.ts'
import { setDefaultSpace, usedSpace } from './used-space.ts'

test('the nearest space comes before the named one, and that before the default', async () => {
  const folder = await temporaryFolder()
  const config = { DATACORTEX_CONFIG_DIR: join(folder, 'config') }
  const [desk, outside] = [join(folder, 'desk'), join(folder, 'outside')]
  await mkdir(join(desk, '.datacore'), { recursive: true })
  await mkdir(join(desk, 'below'))
  await mkdir(outside)
  await expect(usedSpace(outside, config)).rejects.toMatchObject({ code: 'SPACE_NOT_FOUND' })
  await setDefaultSpace('/home/ada/notes', config)
  expect(await usedSpace(outside, config)).toEqual({ root: '/home/ada/notes', by: 'default' })
  const named = { ...config, DATACORTEX_ROOT: '../named' }
  expect(await usedSpace(outside, named)).toEqual({ root: join(folder, 'named'), by: 'DATACORTEX_ROOT' })
  expect(await usedSpace(join(desk, 'below'), named)).toEqual({ root: desk })
})

test('a default that is damaged is said to be so, and none takes the place of a space that can not be looked into', async () => {
  const folder = await temporaryFolder()
  const config = { DATACORTEX_CONFIG_DIR: folder }
  const file = join(folder, 'default-space.json')
  await writeFile(file, '{}')
  await expect(usedSpace(folder, config)).rejects.toMatchObject({ code: 'PLATFORM_JSON_INVALID' })
  await setDefaultSpace('/home/ada/notes', config)
  await mkdir(join(folder, 'loop'))
  await symlink('.datacore', join(folder, 'loop', '.datacore'))
  await expect(usedSpace(join(folder, 'loop'), config)).rejects.toMatchObject({ code: 'SPACE_NOT_FOUND' })
})
