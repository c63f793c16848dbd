import { expect, test } from 'vitest'
import { commandRefusal } from './command-refusal.ts'

function refusal(line: string): string | undefined {
  return commandRefusal(line.split(' '))
}

test.each([
  'node server.js --contact me@1.2.3.4',
  '/usr/local/bin/tides-mcp',
  'sh ./start.sh',
  'npm start',
  'npx -y tides-mcp@1.2.3',
  'npx -y @tides/mcp@1.2.3-beta.1 --depth 3',
  'npx --package=tides@1.2.3 -- tides-mcp',
  'npx --registry https://npm.example -p tides@1.2.3 tides-mcp',
  'C:/node/npx.cmd tides@1.2.3',
  'npm exec --yes -- tides@1.2.3',
  'pnpm --silent dlx tides@1.2.3',
  'uvx tides==1.2.3',
  'uvx --python 3.12 --from tides[all]==1.2.3 tides-mcp',
  'uv tool run tides@1.2.3',
  'pipx run --spec tides==2024.1 tides-mcp',
  'env A=b npx -y tides@1.2.3',
  'env -u SELLOW -C /srv tides-mcp -S now',
  'env -uSELLOW -- tides-mcp --split-string',
  'env -uMAIL tides-mcp -S now',
  'env -u -S tides-mcp',
  'tides-mcp env --stage prod',
  'tides-mcp env -S prod',
  'env --stage prod',
  `npx github:tides/mcp#${'a1'.repeat(20)}`,
])('%s starts the same code each time', (line) => {
  expect(refusal(line)).toBeUndefined()
})

test.each([
  'npx -y tides-mcp',
  'npx',
  'npx -y tides-mcp --contact me@1.2.3.4',
  'npx -y tides-mcp tides-mcp@1.2.3',
  'npx tides-mcp@^1.2.3',
  'npx tides-mcp@1.2',
  'npx tides-mcp@latest',
  'npx tides@npm:other@1.2.3',
  'npx --odd x@1.2.3 tides-mcp',
  'npx -p tides@1.2.3 -p other tides-mcp',
  'npx -p tides@1.2.3 -c tides-mcp',
  'npx git+https://git.example/tides@v1.2.3',
  'npm exec tides-mcp',
  'npx run tides@1.2.3',
  'npm create tides',
  'uvx tides-mcp --version ==1.2.3',
  'uvx --with other tides==1.2.3',
  'uvx tides==1.*',
  'uv run --from tides tides@1.2.3',
  'env A=b npx -y tides-mcp',
  'env -i PATH=/bin /usr/bin/npx tides-mcp',
  'nice -n 5 npx tides-mcp',
])('%s may start other code tomorrow', (line) => {
  expect(refusal(line)).toContain('not pinned')
})

test.each([
  'sh -c tides@1.2.3',
  'bash -lc npx',
  'env bash -c npx',
  'cmd /c npx tides@1.2.3',
  'cmd.exe /d /s /c npx tides@1.2.3',
  'powershell npx tides@1.2.3',
])('%s could start anything, and says that it is for the shell', (line) => {
  expect(refusal(line)).toContain('`sh -c`')
})

test.each([
  'env -S npx_tides',
  'env -Snpx_tides',
  'env -iS npx_tides',
  'env -ivSnpx_tides',
  '/usr/bin/env A=b -u HOME -S npx_tides',
  'env -iu HOME -S npx_tides',
  'env --chdir /srv -S npx_tides',
  'env -uMAIL -S npx_tides',
  'env -C/tmp/U -S npx_tides',
  'env -iuTOTAL -iS npx_tides',
  'env -f .env -S npx_tides',
  'env --s=npx_tides',
  'env env -S npx_tides',
  'timeout 5 env -S npx_tides',
  'env --split-string=npx_tides',
  'env --split npx_tides',
  'nice env -S npx_tides',
])('%s could start anything, and says that it is for env', (line) => {
  expect(refusal(line.replaceAll('_', ' '))).toContain('`env -S`')
})
