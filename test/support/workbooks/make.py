import openpyxl
import datetime
def save(n,f):
    wb=openpyxl.Workbook(); ws=wb.active; ws.title='Stock'; f(wb,ws); wb.save(n)
def plain(wb,ws):
    ws.append(['sku','quantity','externalIdentifier','shelf'])
    ws.append(['007',5,None,None]); ws.append([1234567,'6',None,None]); ws['B2'].number_format='#,##0.00'
    ws['A5']='1234567890123456'; ws['B5']=7; ws['D9']=' '
def odd(wb,ws):
    ws.append(['sku','quantity','state'])
    rows=[['A',datetime.date(2026,11,22)],['A','=1+1'],['A','#N/A'],['A',True],[1234567890123456,1],[12.5,1],[7,1],[datetime.date(2026,2,1),1],['A',1,'#REF!']]
    for r in rows: ws.append(r)
    ws['B4'].data_type='e'; ws['C10'].data_type='e'; ws['A8'].number_format='000'
    ws['E10']='note'
def sheets(wb,ws):
    ws.title='My sheet'; ws.append(['sku','quantity']); ws.append(['A',datetime.date(2026,1,1)])
    o=wb.create_sheet('Stock, old'); o.append(['sku','quantity']); o.append(['A',5]); o.append(['B',6]); o.row_dimensions[3].hidden=True; o.merge_cells('A4:B5')
    h=wb.create_sheet('Hidden',0); h.sheet_state='hidden'; h.append(['colour'])
save('openpyxl-plain.xlsx',plain); save('openpyxl-odd.xlsx',odd); save('openpyxl-sheets.xlsx',sheets)
