import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { files, packages, readText, root } from './workspace.ts'

const texts = files.filter(
  (file) =>
    /(?:\.(?:ts|js|json|md|yaml|yml|sol|html|css)|\/run|LICENSE)$/.test(file) &&
    !file.startsWith('test/fixtures/') &&
    !file.includes('/__fixtures__/'),
)

test('no path of one machine', () => {
  // `/home/ada` is nobody's: examples may use it.
  const places = /(?<![\w.$}-])\/(?:work|root|home\/(?!ada\/)[a-z]+|Users\/[A-Za-z]+|tmp)\//
  expect(linesWith(places, 'test/repo/texts.test.ts')).toEqual([])
})

test('no host of a package registry', () => {
  const hosts = /https?:\/\/[^\s"'/]*(?:registry\.npm|npmjs|artifactory|nexus|verdaccio)|^registry\s*=|^\s+tarball:/
  expect(linesWith(hosts, 'test/repo/texts.test.ts')).toEqual([])
})

test('no secret that looks real', () => {
  const secrets =
    /\b(?:sk-[A-Za-z0-9]{20,}|ghp_[A-Za-z0-9]{30,}|npm_[A-Za-z0-9]{30,}|AKIA[A-Z0-9]{16})\b|BEGIN [A-Z ]*PRIVATE KEY/
  expect(linesWith(secrets, 'test/repo/texts.test.ts')).toEqual([])
})

test('relative links lead somewhere', () => {
  const broken = texts
    // Notes of the sample vaults may have links that lead nowhere, as real ones do; changes tell of such links.
    .filter(
      (file) => file.endsWith('.md') && !/^(?:(?:apps\/cli\/sample|test\/fixtures|\.changeset)\/|CHANGELOG)/.test(file),
    )
    .flatMap((file) =>
      [
        ...readText(file)
          .replace(/```[\s\S]*?```/g, '')
          .matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g),
      ]
        .map((match) => match[1] ?? '')
        .filter((link) => !existsSync(join(root, dirname(file), decodeURI(link))))
        .map((link) => `${file}: ${link}`),
    )
  expect(broken).toEqual([])
})

test('one licence everywhere', () => {
  expect(readText('LICENSE')).toMatch(/^MIT License\n\nCopyright \(c\) 2026 datacortex contributors\n/)
  expect(packages.filter(({ json }) => json.license !== 'MIT').map(({ folder }) => folder)).toEqual([])
})

test('the root holds what it should', () => {
  const allowed =
    'package.json pnpm-workspace.yaml pnpm-lock.yaml turbo.json README.md CHANGELOG.md LICENSE tsconfig.json tsconfig.base.json ' +
    'vitest.config.ts .oxlintrc.json .oxfmtrc.json .gitignore'
  expect(files.filter((file) => !file.includes('/') && !allowed.split(' ').includes(file))).toEqual([])
  const folders = new Set(files.filter((file) => file.includes('/')).map((file) => file.split('/')[0] ?? ''))
  const places = ['packages', 'plugins', 'contracts', 'apps', 'test', '.changeset', '.ci', '.github']
  expect([...folders].filter((folder) => !places.includes(folder))).toEqual([])
})

function linesWith(pattern: RegExp, except: string): readonly string[] {
  return texts
    .filter((file) => file !== except)
    .flatMap((file) =>
      readText(file)
        .split('\n')
        .flatMap((line, index) => (pattern.test(line) ? [`${file}:${index + 1}: ${line.trim().slice(0, 100)}`] : [])),
    )
}
