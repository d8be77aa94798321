import type { Doc } from '../store/collection';

/** The names a user can log in by; each is unique in an environment. */
export type LoginMethod = 'email' | 'username' | 'phone';

/**
 * A user of one environment: what the service's user has, and what only the sandbox knows (`salt`, `passwordHash`,
 * `_groups`). Times in Unix seconds; a name the user does not have is empty.
 */
export interface User extends Doc {
  readonly id: number;
  readonly created_at: number;
  readonly _anonymous: boolean;
  readonly _email: string;
  readonly _email_verified: boolean;
  readonly _username: string;
  readonly _phone: string;
  readonly _phone_verified: boolean;
  readonly _groups: number[];
  readonly salt: string;
  readonly passwordHash: string;
}

/** Fields of a profile that the service itself gives every user. */
export const profileFields =
  'id nickname avatar gender country province city language openid unionid is_authorized created_by created_at updated_at _provider'.split(
    ' ',
  );

const avatar = 'https://cdn.example.com/sandbox/avatar.png';

/** A user without any name or password. `now`: Unix seconds. */
export function blankUser(id: number, now: number): User {
  return {
    id,
    nickname: '',
    avatar,
    gender: 0,
    country: 'China',
    province: 'Guangdong',
    city: 'Guangzhou',
    language: 'zh_CN',
    openid: '',
    unionid: null,
    is_authorized: false,
    created_by: id,
    created_at: now,
    updated_at: now,
    _provider: {},
    _anonymous: false,
    _email: '',
    _email_verified: false,
    _username: '',
    _phone: '',
    _phone_verified: false,
    _groups: [],
    salt: '',
    passwordHash: '',
  };
}
