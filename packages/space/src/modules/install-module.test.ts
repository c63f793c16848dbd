import { access, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { workSpace } from '../__fixtures__/work-space.ts'
import type { Shown } from '../work.ts'
import { checkModule } from './check-module.ts'
import { installModule } from './install-module.ts'
import { listModules } from './list-modules.ts'

test('nobody there is refused; who is there sees the module, and after a no nothing of it is there or was run', async () => {
  const { paths, work } = await workSpace()
  vi.stubEnv('DATACORTEX_CONFIG_DIR', join(paths.root, '.user'))
  const folder = join(paths.root, 'tides')
  await mkdir(folder)
  const provides = 'provides: {hooks: [module_installed]}'
  await writeFile(join(folder, 'module.yaml'), `name: tides\nversion: 1.0.0\ndescription: Tides\n${provides}\n`)
  await writeFile(join(folder, 'package.json'), '{"type":"module","exports":"./index.js"}')
  const ran = JSON.stringify(join(paths.root, 'ran'))
  await writeFile(join(folder, 'index.js'), `import { writeFileSync } from 'node:fs'\nwriteFileSync(${ran}, '')\n`)
  const needed = { code: 'CLI_ANSWER_NEEDED', message: expect.stringContaining('Install tides?') }
  await expect(installModule.run(work, { spec: folder })).rejects.toMatchObject(needed)
  const reported: (readonly [string, Shown | undefined])[] = []
  const confirm = (question: string, shown?: Shown): Promise<boolean> => {
    reported.push([question, shown])
    return Promise.resolve(false)
  }
  const asking = { ...work, ask: { confirm, mayRun: () => Promise.resolve(undefined) } }
  expect(await checkModule.run(asking, { module: folder })).toEqual({ checked: false })
  expect(await installModule.run(asking, { spec: folder })).toEqual({ module: 'tides', installed: false })
  const module = expect.objectContaining({ name: 'tides', from: folder, approved: false })
  expect(reported).toEqual([
    ['Run the code of tides, to check it?', { module }],
    ['Install tides?', { module }],
  ])
  expect((await listModules.run(work, {})).modules.map(({ name }) => name)).not.toContain('tides')
  expect(await installModule.run(work, { spec: folder, dry_run: true })).toMatchObject({
    module: 'tides',
    changed: true,
    plan: { code: { entry: 'index.js', hooks: ['module_installed'] } },
  })
  await expect(access(join(paths.root, 'ran'))).rejects.toMatchObject({ code: 'ENOENT' })
  await writeFile(join(folder, 'index.js'), "throw new Error('boom')\n")
  expect(await checkModule.run(work, { module: folder, yes: true })).toMatchObject({
    ok: false,
    findings: [{ code: 'MODULE_CODE_FAILED', hint: 'Correct its code, or ask its author.' }],
  })
})
