import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))

const refused = [
  "import { writeFile } from 'node:fs/promises'",
  "import { rmSync as remove } from 'fs'",
  "import * as fs from 'node:fs'",
  "import fs from 'fs/promises'",
  "import { DatabaseSync } from 'node:sqlite'",
  "export const fs = await import('node:fs/promises')",
  "import { open } from 'node:fs/promises'\nawait open('a', 'wx')",
  "import { openSync as at, constants } from 'node:fs'\nat('a', constants.O_RDWR | constants.O_CREAT)",
]
const allowed = [
  "import { readFile, stat } from 'node:fs/promises'",
  "import type { Stats } from 'node:fs'",
  "import { type Dirent, readdirSync } from 'node:fs'",
  "import { open } from 'node:fs/promises'\nawait open('a')\nawait open('a', 'r')",
  "import { constants, openSync } from 'node:fs'\nopenSync('a', constants.O_RDONLY | constants.O_NOFOLLOW)",
]

test('the rule of the linter refuses what changes files, and nothing that reads them', () => {
  const folder = mkdtempSync(join(tmpdir(), 'linted-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const texts = [...refused, ...allowed]
  for (const [index, text] of texts.entries()) writeFileSync(join(folder, `linted-${index}.ts`), `${text}\n`)
  const linter = join(root, 'node_modules/oxlint/bin/oxlint')
  const args = [linter, '--config', join(root, '.oxlintrc.json'), '--format', 'unix', folder]
  const { stdout } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' })
  const reported = stdout.split('\n').filter((line) => line.includes('bare-writes'))
  expect(texts.filter((_, index) => reported.some((line) => line.includes(`linted-${index}.ts`)))).toEqual(refused)
})
