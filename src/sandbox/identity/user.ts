import type { Doc } from '../store/collection';

/** The kinds of login names. Each login name is unique in an environment. */
export const loginMethods = ['email', 'username', 'phone'] as const;
export type LoginMethod = (typeof loginMethods)[number];

/**
 * A user of one environment: the fields of the service's user, and fields that only the sandbox has (`salt`,
 * `passwordHash`, `_groups`, `_persons`). Times in Unix seconds; a missing login name is null.
 */
export interface User extends Doc {
  readonly id: number;
  readonly created_at: number;
  readonly _anonymous: boolean;
  readonly _email: string | null;
  readonly _email_verified: boolean;
  readonly _username: string | null;
  readonly _phone: string | null;
  readonly _phone_verified: boolean;
  readonly _groups: number[];
  /** Associated platform accounts, as `<platform> <openid>` and `<platform> <unionid>`. */
  readonly _persons: string[];
  readonly salt: string;
  readonly passwordHash: string;
}

/** The avatar of a user who has not set one. Its host name is reserved, so no program can fetch it. */
export const defaultAvatar = 'https://cdn.example.com/sandbox/default_avatar.png';

/** Creates a user without profile, login name or password. `now`: Unix seconds. */
export function blankUser(id: number, now: number): User {
  return {
    id,
    avatar: defaultAvatar,
    is_authorized: false,
    created_by: id,
    created_at: now,
    updated_at: now,
    _provider: {},
    _anonymous: false,
    _email: null,
    _email_verified: false,
    _username: null,
    _phone: null,
    _phone_verified: false,
    _groups: [],
    _persons: [],
    salt: '',
    passwordHash: '',
  };
}
