import { type Plugin, definePlugin } from '@datacortex/plugin'
import { chainText } from './chain-text.ts'
import { commandEnvironment, withheldNames } from './command-environment.ts'
import { CommandSettings } from './command-settings.ts'
import { programAnswer } from './program-answer.ts'
import { type CommandOutput, runCommand } from './run-command.ts'

/** Runs an agent as a command-line program in a process group of its own, which ends when the run does. */
export const plugin: Plugin<'runner', CommandSettings> = definePlugin({
  name: 'runner-command',
  kind: 'runner',
  config: CommandSettings,
  setup: ({ config, secret, log }) => ({
    async run({ agent, prompt, directory, run }, { signal, onOutput }) {
      signal.throwIfAborted()
      const { environment, missing, hide } = await commandEnvironment(config.env, { secret })
      const ended = await runCommand(commandFor(config, agent.tools), {
        ...config,
        environment: {
          ...environment,
          DATACORTEX_EXECUTION: run.id,
          DATACORTEX_CHAIN: chainText(run.chain),
          ...(run.sender === undefined ? {} : { ACAS_SENDER_ID: run.sender }),
          ...(agent.tools === undefined ? {} : { DATACORTEX_TOOLS: agent.tools.join(',') }),
          ...(run.client === undefined ? {} : { DATACORTEX_CLIENT: run.client }),
        },
        directory,
        prompt,
        signal,
        onOutput,
        hide,
        // What is set on this machine is nothing for somebody of the network.
        withheld: () => (run.client === undefined ? withheldNames(config.env) : []),
      })
      log.debug({ agent: agent.id, program: config.command[0], bytes: ended.sizeBytes }, 'command ended')
      const { text, stderr } = ended
      const { failed, ...answer } = programAnswer(text)
      const remarks = [
        ...missing.map((name) => `${name} is not set, so the program ran without it.`),
        ...(text.trim() === '' && stderr !== '' ? [`It answered nothing, and said on stderr: ${stderr}`] : []),
      ]
      const lost = failed === undefined ? whyCut(ended, config) : `It ended with ${failed}.`
      if (lost === undefined) return { ...answer, remarks }
      return { ...answer, status: 'partial' as const, remarks: [...remarks, lost] }
    },
  }),
})

function whyCut({ truncated, leftOpen }: CommandOutput, { max_output_bytes: maxBytes }: CommandSettings) {
  if (truncated) return `It wrote more than ${maxBytes} bytes and was stopped: the rest is lost.`
  if (!leftOpen) return undefined
  return 'It ended, but something that it left running still had its output open and was stopped: more may have been to come.'
}

/** With the option by which the program is told which tools it may use, if the settings name it and somebody bounds them. */
function commandFor(
  { command, tools_option: option }: CommandSettings,
  tools: readonly string[] | undefined,
): CommandSettings['command'] {
  const [program, ...words] = command
  return option === undefined || tools === undefined ? command : [program, ...words, option, tools.join(',')]
}
