import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type FilesOnDisk, temporarySpace, writeFiles } from '../__fixtures__/temporary-space.ts'
import { planModuleInstall } from '../install/plan-module-install.ts'
import { examinePlan, refuseBrokenCode } from './examine-module.ts'

const conditions = ['@datacortex/source']
const hooks = 'provides: {hooks: [module_installed]}'

type Code = {
  readonly code: string
  readonly provides?: string | undefined
  readonly settings?: string | undefined
  readonly files?: FilesOnDisk | undefined
}

async function found({ code, provides = hooks, settings = '', files = {} }: Code): Promise<readonly string[]> {
  await using space = await temporarySpace()
  const folder = await writeFiles(join(space.elsewhere, 'odd'), {
    'module.yaml': `manifest_version: 2\nname: odd\nversion: 1.0.0\ndescription: x\n${provides}\n`,
    'package.json': '{"name":"odd","version":"1.0.0","type":"module","exports":"./index.js"}',
    'index.js': code,
    ...files,
  })
  await writeFiles(space.paths.datacore, { 'settings.yaml': settings })
  await using plan = await planModuleInstall(space.paths, folder)
  const findings = await examinePlan(space.paths, plan, { conditions })
  expect(existsSync(join(space.paths.stateDirectory, 'modules'))).toBe(false)
  return findings.map(({ code, severity, message }) => `${severity} ${code} ${message}`)
}

const plugin = (body: string, { kind = 'hooks', name = 'odd', more = '' } = {}): string =>
  `export const plugin = { name: '${name}', kind: '${kind}', ${more} setup: async ({ fetch, secret, config }) => { ${body} } }`
const works = 'return { module_installed() {} }'

test.each<readonly [string, Code, RegExp]>([
  [
    'waits for ever in setup',
    // Its own clock, which the process that tries it shares, makes a jump then.
    {
      code: `import { mock } from 'node:test'
mock.timers.enable({ apis: ['setTimeout'] })
${plugin('await new Promise(() => setImmediate(() => mock.timers.tick(1e9)))')}`,
    },
    /^error MODULE_CODE_FAILED .*starting it took longer/,
  ],
  ['ends the process', { code: 'process.exit(0)' }, /^error MODULE_CODE_FAILED .*ended the process \(exit status 0\)/],
  ['exports nothing', { code: 'export const x = 1' }, /^error PLUGIN_INVALID .*does not export `plugin`/],
  ['is of an unknown kind', { code: plugin(works, { kind: 'magic' }) }, /^error PLUGIN_INVALID .*"magic" is none of/],
  [
    'is of another kind',
    { code: plugin('return { run() {} }', { kind: 'runner' }) },
    /^error PLUGIN_INVALID .*provides hooks, which needs/,
  ],
  ['has another name', { code: plugin(works, { name: 'even' }) }, /^error PLUGIN_INVALID .*calls itself "even"/],
  [
    'imports a package',
    { code: "import 'lodash'" },
    /^error MODULE_IMPORT_REFUSED index\.js .*"lodash": no such package/,
  ],
  [
    'imports a file that is not there',
    { code: "import './x.js'" },
    /^error MODULE_CODE_FAILED .*Cannot find module 'x\.js' imported from index\.js/,
  ],
  ['throws', { code: plugin('throw new Error("no moon")') }, /^error MODULE_CODE_FAILED .*no moon/],
  [
    'returns too little',
    { code: plugin('return {}') },
    /^error PLUGIN_INVALID .*does not do what its kind requires: .*hook module_installed/,
  ],
  [
    'lacks subagents code',
    {
      code: plugin('return {}', { kind: 'sub-agent' }),
      provides: 'provides: {subagents: {a: {accepts: [text/csv], description: x}}}',
    },
    /^error PLUGIN_INVALID .*no function accepts; .*no function extract/,
  ],
  [
    'can not be parsed',
    { code: "import './lib/a.js'", files: { 'lib/a.js': 'const a = 1\nconst b = => 2\n' } },
    /: lib\/a\.js:2: Unexpected token '=>'\.$/,
  ],
  [
    'can not be parsed as TypeScript',
    { code: "import './a.ts'", files: { 'a.ts': 'export const a = 1\nenum B { C }\n' } },
    /: a\.ts:2: .*enum/,
  ],
  [
    'has settings of a wrong type',
    {
      code: `import { z } from 'zod'\n${plugin(works, { more: 'config: z.object({ n: z.number() }),' })}`,
      provides: `${hooks}\nsettings: {n: x}`,
    },
    /^error PLUGIN_INVALID .*settings of its own module\.yaml: n: expected number/,
  ],
])('code that %s is told', async (_, code, expected) => {
  expect(await found(code)).toEqual([expect.stringMatching(expected)])
})

test.each<readonly [string, Code, { readonly step: number; readonly limitMs: number }, RegExp]>([
  // Ten seconds, if nobody says otherwise.
  [
    'never yields',
    { code: 'while (true) {}' },
    { step: 1, limitMs: 10_000 },
    /^error MODULE_CODE_FAILED .* odd .*importing it took longer than 10000 ms/,
  ],
  [
    'never yields in setup',
    // To import it has the same limit, which must not be over before.
    { code: plugin('while (true) {}') },
    { step: 2, limitMs: 1_000_000 },
    /^error MODULE_CODE_FAILED .*starting it took longer than 1000000 ms/,
  ],
])('code that %s is ended soon after it should have told so itself', async (_, code, { step, limitMs }, expected) => {
  const { promise: isAt, resolve } = Promise.withResolvers<void>()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.stubEnv('DATACORTEX_PATIENCE', limitMs === 10_000 ? '' : '100')
  const fake = globalThis.setTimeout
  let steps = 0
  // No spy: vitest would put the fake back before the next test.
  const spied = (run: () => void, ms?: number): NodeJS.Timeout => {
    if (ms === limitMs + 500 && (steps += 1) === step) resolve()
    return fake(run, ms)
  }
  globalThis.setTimeout = Object.assign(spied, { __promisify__: fake.__promisify__ })
  onTestFinished(() => {
    globalThis.setTimeout = fake
    vi.useRealTimers()
  })
  const findings = found(code)
  await isAt
  vi.advanceTimersByTime(limitMs + 499)
  expect(vi.getTimerCount()).toBe(1)
  vi.advanceTimersByTime(1)
  expect(await findings).toEqual([expect.stringMatching(expected)])
})

test.each<readonly [string, Code, readonly RegExp[]]>([
  ['works', { code: plugin(works) }, []],
  ['has no code', { code: 'x', files: { 'package.json': '{"name":"odd"}' }, provides: '' }, []],
  ['asks the network', { code: plugin('await fetch("https://a.example")') }, [/^info MODULE_UNTRIED/]],
  [
    'needs a secret',
    { code: plugin('if (!(await secret("K"))) throw new Error("no key")') },
    [/^info MODULE_UNTRIED .*no key/],
  ],
  [
    'lacks settings',
    { code: `import { z } from 'zod'\n${plugin(works, { more: 'config: z.object({ url: z.string() }),' })}` },
    [/^warning MODULE_SETTINGS_MISSING .*only you can give: url: it is missing/],
  ],
  [
    'has settings',
    {
      settings: 'plugins: {odd: {url: x}}',
      code: `import { z } from 'zod'\n${plugin(`if (config.url === 'x') ${works}`, { more: 'config: z.object({ url: z.string() }),' })}`,
    },
    [],
  ],
  [
    'has wrong settings of the user',
    {
      settings: 'plugins: {odd: {url: 7}}',
      code: `import { z } from 'zod'\n${plugin(works, { more: 'config: z.object({ url: z.string() }),' })}`,
    },
    [/^warning MODULE_SETTINGS_INVALID plugins\.odd/],
  ],
  [
    'is a runner of the settings',
    {
      settings: 'runners: {here: {plugin: odd, url: x, timeout_ms: 9}}',
      provides: '',
      code: `import { z } from 'zod'\n${plugin('return { run() {} }', { kind: 'runner', more: 'config: z.strictObject({ url: z.string() }),' })}`,
    },
    [],
  ],
  [
    'misses a program',
    {
      code: `import { CodedError } from '@datacortex/errors'\n${plugin("throw new CodedError('ODD_PROGRAM', 'There is no espeak.')")}`,
    },
    [/^warning ODD_PROGRAM There is no espeak/],
  ],
  [
    'has an unknown key',
    { code: plugin(works, { more: 'settings: {},' }) },
    [/^warning MODULE_ODD .*"settings", which nothing reads/],
  ],
  [
    'is asked by nobody',
    { code: plugin('return { search() {} }', { kind: 'source' }), provides: '' },
    [/^warning MODULE_ODD .*no provides\.sources/],
  ],
])('a module that %s is not called broken', async (_, code, expected) => {
  expect(await found(code)).toEqual(expected.map((one) => expect.stringMatching(one)))
})

test('an error among the findings refuses the module by name', () => {
  const finding = {
    code: 'PLUGIN_INVALID',
    severity: 'error',
    subject: 'odd',
    message: 'It is odd.',
    hint: 'Mend it.',
  } as const
  refuseBrokenCode([{ ...finding, severity: 'warning' }])
  expect(() => refuseBrokenCode([finding])).toThrow(
    expect.objectContaining({
      code: 'MODULE_CODE_REFUSED',
      message: 'The module odd was not installed; nothing was changed. It is odd.',
      hint: 'Mend it.',
    }),
  )
})
