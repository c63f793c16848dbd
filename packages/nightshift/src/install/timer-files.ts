import { two } from '../tasks/org-time.ts'
import { posix, win32 } from 'node:path'
import { shellWord } from '@datacortex/platform'

export type TimerKind = 'systemd' | 'launchd' | 'windows' | 'cron'

export type TimedNight = {
  /** Program and arguments, each a word. */
  readonly command: readonly [string, ...string[]]
  readonly hour: number
  readonly minute: number
  /** Tells the nights of several spaces apart, such as eight letters of a hash. */
  readonly name: string
  readonly root: string
  /** Folder of the user. */
  readonly home: string
  /** `PATH` and what names folders of the user, without which a timer finds other ones. */
  readonly environment: Readonly<Record<string, string>>
}

/** The files that a timer is made of, and what makes the system take notice of them. */
export type TimerPlan = {
  readonly kind: TimerKind
  readonly files: readonly { readonly path: string; readonly text: string }[]
  readonly enable: readonly (readonly [string, ...string[]])[]
  readonly disable: readonly (readonly [string, ...string[]])[]
  /** What a person does by hand. */
  readonly byHand: readonly string[]
  /** Whether it was ever tried on such a system. */
  readonly isTried: boolean
}

/**
 * The plan of a timer that starts a night each day, and makes up for one that was missed while the machine was off.
 * @example timerPlan('cron', night).byHand
 */
export function timerPlan(kind: TimerKind, night: TimedNight): TimerPlan {
  return { systemd, launchd, windows, cron }[kind](night)
}

/**
 * What this system has.
 * @example usualTimer('linux') // 'systemd'
 */
export function usualTimer(platform: NodeJS.Platform): TimerKind | undefined {
  return ({ linux: 'systemd', darwin: 'launchd', win32: 'windows' } as const)[platform as 'linux']
}

function systemd({ command, hour, minute, name, home, root, environment }: TimedNight): TimerPlan {
  const unit = `datacortex-nightshift-${name}`
  const folder = posix.join(environment['XDG_CONFIG_HOME'] ?? posix.join(home, '.config'), 'systemd', 'user')
  const service = [
    '[Unit]',
    `Description=Nightshift of ${systemdText(root)}`,
    '',
    '[Service]',
    'Type=oneshot',
    ...Object.entries(environment).map(([key, value]) => `Environment=${systemdWord(`${key}=${value}`)}`),
    `ExecStart=${command.map(systemdWord).join(' ')}`,
    // Beside what a person does at the machine.
    'Nice=10',
    '',
  ]
  const timer = [
    '[Unit]',
    `Description=Nightshift of ${systemdText(root)}, every night`,
    '',
    '[Timer]',
    `OnCalendar=*-*-* ${two(hour)}:${two(minute)}:00`,
    'Persistent=true',
    '',
    '[Install]',
    'WantedBy=timers.target',
    '',
  ]
  return {
    kind: 'systemd',
    files: [
      { path: posix.join(folder, `${unit}.service`), text: service.join('\n') },
      { path: posix.join(folder, `${unit}.timer`), text: timer.join('\n') },
    ],
    enable: [
      ['systemctl', '--user', 'daemon-reload'],
      ['systemctl', '--user', 'enable', '--now', `${unit}.timer`],
    ],
    disable: [['systemctl', '--user', 'disable', '--now', `${unit}.timer`]],
    byHand: ['loginctl enable-linger   (only if it is to run while you are not logged in)'],
    isTried: true,
  }
}

function launchd({ command, hour, minute, name, home, environment }: TimedNight): TimerPlan {
  const label = `org.datacortex.nightshift.${name}`
  const path = posix.join(home, 'Library', 'LaunchAgents', `${label}.plist`)
  const text = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">',
    '<plist version="1.0">',
    '<dict>',
    `  <key>Label</key><string>${xml(label)}</string>`,
    '  <key>ProgramArguments</key>',
    `  <array>${command.map((word) => `<string>${xml(word)}</string>`).join('')}</array>`,
    '  <key>EnvironmentVariables</key>',
    `  <dict>${Object.entries(environment)
      .map(([key, value]) => `<key>${xml(key)}</key><string>${xml(value)}</string>`)
      .join('')}</dict>`,
    '  <key>StartCalendarInterval</key>',
    `  <dict><key>Hour</key><integer>${hour}</integer><key>Minute</key><integer>${minute}</integer></dict>`,
    '  <key>ProcessType</key><string>Background</string>',
    '</dict>',
    '</plist>',
    '',
  ]
  return {
    kind: 'launchd',
    files: [{ path, text: text.join('\n') }],
    enable: [['launchctl', 'load', '-w', path]],
    disable: [['launchctl', 'unload', '-w', path]],
    byHand: [],
    isTried: false,
  }
}

function windows({ command, hour, minute, name, home }: TimedNight): TimerPlan {
  const task = `datacortex-nightshift-${name}`
  const path = win32.join(home, 'AppData', 'Local', 'datacortex', `${task}.xml`)
  const [program, ...args] = command
  const text = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<Task version="1.2" xmlns="http://schemas.microsoft.com/windows/2004/02/mit/task">',
    '  <Triggers><CalendarTrigger>',
    `    <StartBoundary>2026-01-01T${two(hour)}:${two(minute)}:00</StartBoundary>`,
    '    <ScheduleByDay><DaysInterval>1</DaysInterval></ScheduleByDay>',
    '  </CalendarTrigger></Triggers>',
    '  <Settings><StartWhenAvailable>true</StartWhenAvailable><MultipleInstancesPolicy>IgnoreNew</MultipleInstancesPolicy></Settings>',
    '  <Actions><Exec>',
    `    <Command>${xml(program)}</Command>`,
    `    <Arguments>${xml(args.map(windowsWord).join(' '))}</Arguments>`,
    '  </Exec></Actions>',
    '</Task>',
    '',
  ]
  return {
    kind: 'windows',
    files: [{ path, text: text.join('\r\n') }],
    enable: [['schtasks', '/Create', '/TN', task, '/XML', path, '/F']],
    disable: [['schtasks', '/Delete', '/TN', task, '/F']],
    byHand: [],
    isTried: false,
  }
}

/** Each hour at this minute: cron makes up for nothing, and `--due` does nothing where nothing is due. */
function cron({ command, minute, environment }: TimedNight): TimerPlan {
  const set = Object.entries(environment).map(([key, value]) => `${key}=${shellWord(value)} `)
  // In a line of cron a percent sign ends the command.
  const line = `${minute} * * * * ${set.join('')}${command.map(shellWord).join(' ')}`.replaceAll('%', String.raw`\%`)
  return {
    kind: 'cron',
    files: [],
    enable: [],
    disable: [],
    byHand: [`add this line by crontab -e:`, line],
    isTried: true,
  }
}

function systemdWord(word: string): string {
  return `"${word
    .replaceAll(/[\\"]/g, String.raw`\$&`)
    .replaceAll('%', '%%')
    .replaceAll('$', '$$$$')}"`
}

function systemdText(text: string): string {
  return text.replaceAll('%', '%%').replaceAll(/[\r\n]+/g, ' ')
}

function xml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

function windowsWord(word: string): string {
  return /^[\w.:\\/=-]+$/.test(word)
    ? word
    : `"${word.replaceAll(/(\\*)"/g, String.raw`$1$1\"`).replaceAll(/(\\+)$/g, '$1$1')}"`
}
