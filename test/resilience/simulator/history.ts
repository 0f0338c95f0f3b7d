import type { Listing } from './books.ts';
import type { AgentPlan, LibraryCall } from './guests.ts';
import type { MomentKind, Trouble } from './machine/interface.ts';
import { type Fault, faultWords, type Weather, weatherWords } from './weather.ts';

/** What somebody else does in the shop. */
export type RivalAct =
  | { kind: 'sells'; id: string; left: number }
  /** One less, of however many there are. */
  | { kind: 'buys'; id: string }
  | { kind: 'restocks'; id: string; to: number }
  /** The inventory becomes what it was before its last change. */
  | { kind: 'reverts'; id: string }
  | { kind: 'creates'; externalIdentifier: string; sku: string; condition: string };

/** Who uses the tool: somebody at a terminal who answers, an agent, a program; a script without any of them. */
export interface Guest {
  readonly answers?: readonly string[];
  readonly agent?: AgentPlan;
  readonly program?: readonly LibraryCall[];
  /** The client id in the environment, where it is not the usual one. */
  readonly client?: string;
}

/** One step of a history: what a person does at a shell, or what happens around it. */
export type Step =
  | { do: 'file'; path: string; text: string }
  /** Starts a command line in the background, as the job of that letter. `@A` in it is the run of job A. */
  | ({ do: 'start'; job: string; line: string } & Guest)
  | { do: 'until'; job: string; moment: MomentKind; nth: number }
  | { do: 'wait'; job: string }
  | { do: 'sleep'; ms: number }
  | { do: 'kill' | 'suspend' | 'wake' | 'interrupt' | 'terminate'; job: string }
  | Trouble
  | { do: 'rival'; act: RivalAct }
  | { do: 'weather'; weather: Partial<Weather> }
  | { do: 'fault'; fault: Fault };

/** A history is data: the seed draws what a machine leaves open, such as how long each request takes. */
export interface History {
  readonly seed: string;
  readonly listings: readonly Listing[];
  readonly steps: readonly Step[];
}

const momentWords: Readonly<Record<MomentKind, string>> = {
  write: 'writes to the disk for the',
  sync: 'syncs for the',
  request: 'sends its',
  answer: 'gets its',
};

const nth = (number: number): string => {
  const ending = ['th', 'st', 'nd', 'rd'][number % 100 > 10 && number % 100 < 14 ? 0 : number % 10] ?? 'th';
  return `${number}${ending}`;
};

const signals = {
  kill: 'kill -KILL',
  suspend: 'kill -STOP',
  wake: 'kill -CONT',
  interrupt: 'kill -INT',
  terminate: 'kill -TERM',
} as const;

const rivalWords = (act: RivalAct): string => {
  switch (act.kind) {
    case 'sells':
      return `somebody buys of ${act.id}: ${act.left} left`;
    case 'buys':
      return `somebody buys one of ${act.id}`;
    case 'restocks':
      return `somebody restocks ${act.id}: ${act.to} there`;
    case 'reverts':
      return `somebody takes back the last change of ${act.id}`;
    case 'creates':
      return `somebody creates a listing ${act.externalIdentifier} (${act.sku}, ${act.condition})`;
  }
};

const callWords = ({ method, id, value }: LibraryCall): string => `client.${method}("${id}", ${value})`;

const agentLines = ({ operation, rows, times = 1 }: AgentPlan): string[] =>
  [
    `plan_changes ${operation}`,
    ...rows.map((row) => JSON.stringify(row)),
    ...Array<string>(times).fill('apply_plan'),
  ].map((line) => `#   ${line}`);

const stepLines = (step: Step): string[] => {
  switch (step.do) {
    case 'file':
      return [`cat > ${step.path} <<'.'`, ...step.text.trimEnd().split('\n'), '.'];
    case 'start': {
      const { job, line, answers, agent, program, client } = step;
      const typed = answers === undefined ? '' : `   # at a terminal, answers ${answers.join(', ')}`;
      if (program) return [`node -e '${program.map(callWords).join('; ')}' & ${job}=$!`];
      if (agent) return [`resale mcp & ${job}=$!   # an agent plans and applies:`, ...agentLines(agent)];
      const keys = client === undefined ? '' : `RESALE_CLIENT_ID=${client} `;
      return [`${keys}resale ${line.replace(/@([A-Z]\d*)/g, '$RUN_OF_$1')} & ${job}=$!${typed}`];
    }
    case 'until': {
      const noun = step.moment === 'request' ? ' request' : step.moment === 'answer' ? ' answer' : ' time';
      return [`# until $${step.job} ${momentWords[step.moment]} ${nth(step.nth)}${noun}`];
    }
    case 'wait':
      return [`wait $${step.job}`];
    case 'sleep':
      return [`sleep ${step.ms / 1000}`];
    case 'power':
      return ['# the power fails, and comes back'];
    case 'disk':
      return [
        step.free === 'enough'
          ? '# there is room on the disk again'
          : `# the disk has room for ${step.free} bytes`,
      ];
    case 'clock':
      return [`# the clock is set ${Math.abs(step.ms) / 1000} s ${step.ms < 0 ? 'back' : 'forward'}`];
    case 'rival':
      return [`# ${rivalWords(step.act)}`];
    case 'weather':
      return [`# ${weatherWords(step.weather)}`];
    case 'fault':
      return [`# ${faultWords(step.fault)}`];
    default:
      return [`${signals[step.do]} $${step.job}`];
  }
};

/** The history as a script that a person can read, and type at a shop that is as it says. */
export const printed = ({ listings, steps }: History): string => {
  const lines: string[] = [];
  const mentioned = JSON.stringify(steps);
  for (const { id, availableInventory, externalIdentifier, sku, state } of listings)
    if (mentioned.includes(id) || mentioned.includes(`${externalIdentifier}`))
      lines.push(
        `# ${id} (${externalIdentifier}, ${sku}): ${availableInventory}${state === 'CLOSED' ? ', CLOSED' : ''}`,
      );
  for (const [index, step] of steps.entries()) {
    const next = steps[index + 1];
    // A job that is waited for at once is in the foreground.
    if (step.do === 'start' && next?.do === 'wait' && next.job === step.job)
      lines.push(...stepLines(step).map((line) => line.replace(/ & [A-Z]\d*=\$!/, '')));
    else if (step.do === 'wait' && index > 0 && isStartOf(steps[index - 1], step.job)) continue;
    else lines.push(...stepLines(step));
  }
  return lines.join('\n');
};

const isStartOf = (step: Step | undefined, job: string): boolean => step?.do === 'start' && step.job === job;
