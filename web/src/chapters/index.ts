import type { Chapter } from './chapter';
import { mix } from './mix/mix';
import { roles } from './roles/roles';
import { score } from './score/score';
import { softmax } from './softmax/softmax';
import { unread } from './unread/unread';

export const chapters: readonly Chapter[] = [unread, roles, score, softmax, mix];
