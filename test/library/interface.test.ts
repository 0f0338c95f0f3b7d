import { describe, expectTypeOf, test } from 'vitest';
import type * as library from '../../src/library/interface.ts';
import type * as records from '../../src/library/record-types.ts';
import type { FaultKind } from '../../src/sandbox/fault-kinds.ts';
import type * as constants from '../../src/service/constants.ts';
import type { DialectSettings } from '../../src/service/dialect.ts';
import type { CallAnswer } from '../../src/service/endpoint.ts';
import type { Endpoints } from '../../src/service/endpoints.ts';
import type { Grading } from '../../src/service/grading.ts';
import type { InventoryUpdate, Listing, ListingCreation } from '../../src/service/listing-schemas.ts';
import type { Product } from '../../src/service/product.ts';
import type { Shop } from '../../src/service/shop-lookup.ts';

/** The fields of a type that are named, of whichever member of a union. */
type Named<Type> = Type extends unknown
  ? keyof { [Name in keyof Type as string extends Name ? never : Name]: 1 }
  : never;

/** The compiler runs these: what is written out for programs is what the service's schemas say. */
describe('the plain types have the fields of the schemas', () => {
  test('of answers', () => {
    expectTypeOf<Named<records.Listing>>().toEqualTypeOf<Named<Listing>>();
    expectTypeOf<Named<records.Product>>().toEqualTypeOf<Named<Product>>();
    expectTypeOf<Named<records.Shop>>().toEqualTypeOf<Named<Shop>>();
    expectTypeOf<Named<records.CreatedListing>>().toEqualTypeOf<
      Named<CallAnswer<Endpoints['createListing']>>
    >();
    expectTypeOf<Named<records.UpdatedInventory>>().toEqualTypeOf<
      Named<CallAnswer<Endpoints['updateInventory']>>
    >();
    expectTypeOf<Named<records.FeedLink>>().toEqualTypeOf<Named<CallAnswer<Endpoints['getFeedLink']>>>();
    expectTypeOf<Named<records.GradedItemAnswer>>().toEqualTypeOf<
      Named<CallAnswer<Endpoints['gradeItems']>['items'][number]>
    >();
  });

  test('of what is sent', () => {
    expectTypeOf<Named<records.NewListing>>().toEqualTypeOf<Named<ListingCreation>>();
    expectTypeOf<Named<records.GradedItem>>().toEqualTypeOf<Named<Grading['items'][number]>>();
    expectTypeOf<Named<records.InventoryUpdate>>().toEqualTypeOf<Named<InventoryUpdate>>();
    expectTypeOf<Named<library.DialectNames>>().toEqualTypeOf<Named<DialectSettings>>();
  });

  test('and the same words', () => {
    expectTypeOf<records.Condition>().toEqualTypeOf<constants.Condition>();
    expectTypeOf<records.ListingState>().toEqualTypeOf<constants.State>();
    expectTypeOf<records.NewListing['productDataSourceType']>().toEqualTypeOf<constants.Source>();
    expectTypeOf<library.SandboxFault>().toEqualTypeOf<FaultKind>();
  });

  test('a method for each call', () => {
    expectTypeOf<keyof Endpoints>().toExtend<keyof library.ResaleClient>();
  });
});
