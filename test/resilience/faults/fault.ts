import type { Socket } from 'node:net';
import type { Said } from '../../support/ledger.ts';
import type { WireRequest } from './requests.ts';

/**
 * What its sender can know of a change that met a fault; `accepted` where the answer is odd, and good all the same; `repeated` where
 * it was applied, delivered again, and then refused.
 */
export type Known = 'accepted' | 'repeated' | 'not-sent' | 'not-processed' | 'rejected' | 'ambiguous';

/** What a fault means to whoever meets it. */
interface Nature {
  group: string;
  name: string;
  change: Known;
  /** Exit codes of a read that meets it each time, and of a change that it refuses. */
  exits: readonly number[];
  /** A read that meets it once is tried again. */
  again?: true;
  /** The answer is whole, and only what it says is wrong: `resale api` prints it as it came. */
  isWhole?: true;
  /** It ends by nothing but the time that a call may take. */
  isEndless?: true;
  /** What is printed may differ from what is printed without it. */
  alters?: true;
  /** It is about these requests alone. */
  only?: 'pages' | 'updates' | 'link' | 'file';
}

/** A request that meets a fault. */
export interface Meeting {
  request: WireRequest;
  /** What would be answered. */
  said: Said;
  /** From 0 to 1, the same for a seed: where a text is cut, for one. */
  roll: number;
  /** Another host, which must never see a credential. */
  elsewhere: string;
}

/** Answers a whole request in its own way. */
export type AnswerFault = Nature & { answer(socket: Socket, meeting: Meeting): void };

/** Breaks a connection off before the request was read. */
export type UnreadFault = Nature & { breakOff(socket: Socket): void };

/** Is no service at all: the address that the tool is sent to. */
export type PlaceFault = Nature & { place(): Promise<Place> };

/** An address where something goes wrong before any request, until it is closed. */
export interface Place {
  url: string;
  close(): void;
}

export type Fault = AnswerFault | UnreadFault | PlaceFault;
