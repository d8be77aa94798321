import {
  allOptional,
  countedPaging,
  expand,
  keys,
  nameFilter,
  emptyResponse,
  optional,
  orderBy,
  paging,
  required,
  shape,
  where,
} from './field';
import { operation, type Details, type Operation } from './operation';

const also = ['v1'];
const open = (id: string, line: string, description: string, details: Details = {}): Operation =>
  operation('contentLibrary', `openApi.${id}`, line, description, { also, ...details });

const groups = '/oserve/v2.2/content/';
const group = `${groups}:content_group_id/`;
const categories = `${group}category/`;
const texts = `${group}text/`;
const groupShape = 'id:integer name:string created_at:integer updated_at:integer acl_gids?:array';
const categoryShape = 'id:integer name:string parent:object subcategories:array created_at:integer updated_at:integer';
const textShape =
  'id:integer title:string group_id:integer categories:array created_at:integer updated_at:integer content?:string ' +
  'cover?:any description?:string created_by?:any';
const deleted: Details = { success: [204], response: emptyResponse };
const groupFields = [
  required('name', 'string', 'Name.'),
  optional('acl_gids', 'array', 'IDs of the user groups that may read it.'),
];
const categoryFields = [required('name', 'string', 'Name.'), optional('parent', 'id', 'ID of the parent category.')];
const textFields = [
  optional('title', 'string', 'Title.'),
  optional('content', 'string', 'The text, as HTML.'),
  optional('description', 'string', 'A short description.'),
  optional('cover', 'any', 'The picture.'),
  optional('categories', 'array', 'IDs of the categories.'),
];

export const openContentLibrary: readonly Operation[] = [
  open('contentGroup.list', `GET ${groups}`, 'Content groups.', {
    query: [nameFilter, ...countedPaging],
    response: shape('list', groupShape),
  }),
  open('contentGroup.create', `POST ${groups}`, 'Creates a content group.', {
    body: groupFields,
    success: [201],
    response: shape('object', groupShape),
  }),
  open('contentGroup.get', `GET ${group}`, 'One content group.', { response: shape('object', groupShape) }),
  open('contentGroup.update', `PUT ${group}`, 'Changes a content group.', {
    body: allOptional(groupFields),
    response: shape('object', groupShape),
  }),
  open('contentGroup.delete', `DELETE ${group}`, 'Deletes a content group with everything in it.', deleted),
  open('contentCategory.list', `GET ${categories}`, 'Categories of a content group, children included.', {
    query: [nameFilter, optional('parent__isnull', 'boolean', 'true for top-level categories only.'), ...countedPaging],
    response: shape('list', categoryShape),
  }),
  open('contentCategory.create', `POST ${categories}`, 'Creates a category, at most three levels deep.', {
    body: categoryFields,
    success: [201],
    response: shape('object', categoryShape),
  }),
  open('contentCategory.get', `GET ${categories}:category_id/`, 'One category.', {
    response: shape('object', categoryShape),
  }),
  open('contentCategory.update', `PUT ${categories}:category_id/`, 'Changes a category.', {
    body: allOptional(categoryFields),
    response: shape('object', categoryShape),
  }),
  open('contentCategory.delete', `DELETE ${categories}:category_id/`, 'Deletes a category.', deleted),
  open('content.list', `GET ${texts}`, 'Contents of a content group.', {
    query: [where, orderBy, keys, expand, ...countedPaging],
    response: shape('list', textShape),
  }),
  open('content.create', `POST ${texts}`, 'Creates a content.', {
    body: textFields,
    success: [201],
    response: shape('object', textShape),
  }),
  open('content.get', `GET ${texts}:content_id/`, 'One content.', {
    query: [keys, expand],
    response: shape('object', textShape),
  }),
  open('content.update', `PUT ${texts}:content_id/`, 'Changes a content.', {
    body: textFields,
    response: shape('object', textShape),
  }),
  open('content.delete', `DELETE ${texts}:content_id/`, 'Deletes a content.', deleted),
  ...oldForm('group', [], 'id:integer name:string', ''),
  ...oldForm(
    'category',
    [required('content_group_id', 'id', 'ID of the content group.')],
    'id:integer name:string has_children:boolean',
    ' children:array',
  ),
  ...oldForm(
    'detail',
    [
      optional('category_id', 'id', 'ID of the category; this or content_group_id.'),
      optional('content_group_id', 'id', 'ID of the content group; this or category_id.'),
      orderBy,
    ],
    'id:integer title:string content?:string cover?:any description?:string created_at:integer',
    '',
    [['category_id'], ['content_group_id']],
  ),
];

/** Creates the operations of the Open API's old content library, with the Web API's paths and `has_children`. */
function oldForm(
  kind: string,
  filters: NonNullable<Details['query']>,
  fields: string,
  more: string,
  oneOf: NonNullable<Details['oneOf']> = [],
): Operation[] {
  const id = `old${kind.charAt(0).toUpperCase()}${kind.slice(1)}`;
  const old = { also: [], deprecated: true };
  return [
    open(`${id}.list`, `GET /oserve/v1/content/${kind}/`, `Content library in the old form: ${kind} list.`, {
      ...old,
      query: [...filters, ...paging],
      oneOf,
      response: shape('list', fields),
    }),
    open(`${id}.get`, `GET /oserve/v1/content/${kind}/:id/`, `Content library in the old form: one ${kind}.`, {
      ...old,
      response: shape('object', fields + more),
    }),
  ];
}
