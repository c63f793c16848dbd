import { expect, test, vi } from 'vitest'
import { commandSpace } from '../__fixtures__/command-space.ts'
import { nightshiftInstall, nightshiftUninstall } from './nightshift.ts'

test('a timer that the system took no notice of is said to who installs it or takes it away', async () => {
  const { context, paths } = await commandSpace()
  vi.stubEnv('HOME', paths.root)
  // No systemctl is there.
  vi.stubEnv('PATH', paths.root)
  const installed = await nightshiftInstall(context, { kind: 'systemd', yes: true })
  expect(installed.lines.filter((line) => line.startsWith('written  '))).toHaveLength(2)
  const noNotice = 'NIGHTSHIFT_TIMER_NOT_ENABLED  nightshift: The system took no notice of the timer'
  expect(installed.lines.join('\n')).toContain(`warning  ${noNotice}`)
  expect(installed.lines).toContain('           → systemctl --user daemon-reload')
  const removed = await nightshiftUninstall(context, { kind: 'systemd' })
  expect(removed.lines.filter((line) => line.startsWith('removed  '))).toHaveLength(2)
  expect(removed.lines.join('\n')).toContain(`warning  ${noNotice}`)
})
