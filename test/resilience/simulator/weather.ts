import type { RequestKind } from './books.ts';

/** What its sender gets for a request. */
export type AnswerFate =
  /** The service's answer to the first delivery, or to the last one. */
  | { kind: 'first' | 'last' }
  /** The connection breaks, nothing comes at all, or half of the answer does. */
  | { kind: 'lost' | 'silent' | 'cut' }
  /** An answer that does not confirm what was asked: another inventory, no id; of items to grade, the first one alone is done. */
  | { kind: 'other' }
  /** A page of a gateway, or an error of the service itself. */
  | { kind: 'page' | 'words'; status: number };

/** Something that happens to one request. */
export interface Fault {
  /** Of which requests, and the how manieth of them, from now on. */
  on: 'change' | 'read' | 'list';
  nth: number;
  /** When the service gets it, in milliseconds from its arrival: once, never, several times, late. */
  deliveries: readonly number[];
  answer: AnswerFate;
  /** How long the answer takes. */
  slow?: number;
  /** No connection is made. */
  unreachable?: true;
}

/** What is so until it changes. */
export interface Weather {
  /** How far behind reads of a listing, and lists, are, in milliseconds: they come from a replica. */
  readLag: number;
  listLag: number;
  /** Lists are sorted by the last change, so that listings move while their pages are read. */
  movingLists: boolean;
  /** The status of the service for a compare-and-set that does not fit. */
  conflictStatus: 409 | 412 | 400 | 422;
  /** The service refuses a second listing with an external identifier. */
  uniqueIdentifiers: boolean;
}

export const fairWeather: Weather = {
  readLag: 0,
  listLag: 0,
  movingLists: false,
  conflictStatus: 409,
  uniqueIdentifiers: false,
};

/** Whether a fault is about such requests. */
export const concerns = ({ on }: Fault, kind: RequestKind): boolean =>
  on === 'change' ? kind === 'change' || kind === 'creation' || kind === 'grading' : on === kind;

const ordinal = (number: number): string => {
  const ending = ['th', 'st', 'nd', 'rd'][number % 100 > 10 && number % 100 < 14 ? 0 : number % 10] ?? 'th';
  return `${number}${ending}`;
};

const answered = (fault: Fault): string => {
  const { answer, deliveries, slow } = fault;
  const late = slow === undefined ? '' : `after ${slow} ms `;
  switch (answer.kind) {
    case 'lost':
      return `${late}the connection breaks`;
    case 'silent':
      return 'no answer ever comes';
    case 'cut':
      return `${late}the answer is cut short`;
    case 'other':
      return `${late}the answer confirms something else`;
    case 'page':
      return `${late}a gateway answers ${answer.status} with a page`;
    case 'words':
      return `${late}the service answers ${answer.status}`;
    default:
      return deliveries.length > 1
        ? `the ${answer.kind} answer ${late}comes back`
        : `the answer ${late}comes back`;
  }
};

/** `of the changes, the 3rd is carried out twice, …`, for a person. */
export const faultWords = (fault: Fault): string => {
  const { on, nth, deliveries, answer, unreachable } = fault;
  const which = `the ${ordinal(nth)} ${on} from now`;
  if (unreachable) return `${which} meets a closed port`;
  const times = deliveries.map((at) => (at === 0 ? 'at once' : `after ${at} ms`)).join(' and ');
  if (deliveries.length === 0 && answer.kind === 'words' && answer.status < 500)
    return `${which} is refused by the service with ${answer.status}`;
  const delivered = deliveries.length === 0 ? 'never reaches the service' : `is delivered ${times}`;
  return `${which} ${delivered}; ${answered(fault)}`;
};

export const weatherWords = (weather: Partial<Weather>): string =>
  Object.entries(weather)
    .map(([name, value]) => {
      if (name === 'readLag') return `reads are ${value} ms behind`;
      if (name === 'listLag') return `lists are ${value} ms behind`;
      if (name === 'movingLists') return value ? 'lists are sorted by last change' : 'lists keep their order';
      if (name === 'conflictStatus') return `a conflict is answered with ${value}`;
      return value ? 'external identifiers are unique' : 'external identifiers may repeat';
    })
    .join(', ');
