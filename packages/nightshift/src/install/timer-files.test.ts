import { parseXml } from '@datacortex/text/xml'
import { expect, test } from 'vitest'
import { type TimedNight, timerPlan, usualTimer } from './timer-files.ts'

const night: TimedNight = {
  command: [
    '/opt/node & co/node',
    '/home/ada/50%/datacortex.js',
    'nightshift',
    'run',
    '--root',
    "/home/ada/it's $HOME",
  ],
  hour: 2,
  minute: 5,
  name: '1a2b3c4d',
  root: "/home/ada/it's $HOME",
  home: '/home/ada',
  environment: { PATH: '/usr/bin:/bin' },
}

test('systemd: a service with each word as it is, and a timer that makes up for missed nights', () => {
  const { files, enable } = timerPlan('systemd', night)
  const [service, timer] = files
  expect(service?.path).toBe('/home/ada/.config/systemd/user/datacortex-nightshift-1a2b3c4d.service')
  const line = service?.text.split('\n').find((one) => one.startsWith('ExecStart='))
  // As systemd reads it: quotes, percent signs and dollars are doubled or escaped.
  const words = [...(line ?? '').slice(10).matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, word = '']) =>
    word.replaceAll(/\\(.)/g, '$1').replaceAll('%%', '%').replaceAll('$$', '$'),
  )
  expect(words).toEqual(night.command)
  expect(timer?.text).toMatch(/^OnCalendar=\*-\*-\* 02:05:00\nPersistent=true$/m)
  expect(enable.at(-1)).toEqual(['systemctl', '--user', 'enable', '--now', 'datacortex-nightshift-1a2b3c4d.timer'])
})

test('launchd and Windows: XML that is whole, and is marked as untried', () => {
  for (const kind of ['launchd', 'windows'] as const) {
    const { files, isTried } = timerPlan(kind, night)
    expect(isTried).toBe(false)
    expect(JSON.stringify(parseXml(files[0]?.text ?? '')), kind).toContain('/opt/node & co/node')
  }
  expect(timerPlan('launchd', night).files[0]?.text).toContain('<key>Hour</key><integer>2</integer>')
  expect(timerPlan('windows', night).files[0]?.text).toContain('<StartBoundary>2026-01-01T02:05:00</StartBoundary>')
})

test('cron: a line that is asked each hour, whose percent signs end nothing', () => {
  const { files, byHand } = timerPlan('cron', night)
  expect(files).toEqual([])
  expect(byHand[1]).toMatch(/^5 \* \* \* \* PATH=\/usr\/bin:\/bin '\/opt\/node & co\/node' /)
  expect(byHand[1]?.replaceAll(String.raw`\%`, '')).not.toContain('%')
  expect(['linux', 'darwin', 'win32', 'aix'].map((platform) => usualTimer(platform as NodeJS.Platform))).toEqual([
    'systemd',
    'launchd',
    'windows',
    undefined,
  ])
})
